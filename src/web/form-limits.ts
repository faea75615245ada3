import { type Endpoint, getBodyLimit, listRateLimits } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Gates } from '#http/ask.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import type { FileRule } from '#http/receive-form.ts';
import { assertRoom, assertRoomForPictures } from '#http/refuse-while-disk-is-low.ts';
import type { ReadOptions } from '#http/request-body.ts';
import { findFileKind } from './frame/uploads.ts';
import type { Action, Fields, Page } from './page.ts';
import { readClaim, type Web } from './web.ts';

/** Bytes of a form that anyone may send, and of what is in a form next to a file. */
const formBytes = 16 * 1024;

/** Has this form a field for a file that may be long? */
export const hasLongFile = (form: Fields): boolean => Object.values(form).some((field) => findFileKind(field));

const rulesByPage = new WeakMap<Page, ReadonlyMap<string, FileRule>>();

/** What is asked of long files, by the names of their fields; computed once for each page. */
export function listFileRules(page: Page): ReadonlyMap<string, FileRule> {
  const rules = rulesByPage.get(page) ?? new Map(Object.values(page.actions ?? {}).flatMap(listRulesOf));
  rulesByPage.set(page, rules);
  return rules;
}

function listRulesOf({ form, asks }: Action): [string, FileRule][] {
  const maxBytes = Math.max(0, ...asks.map(getMaxFile));
  return Object.entries(form).flatMap(([name, field]): [string, FileRule][] => {
    const kind = findFileKind(field);
    return kind ? [[name, { kind, maxBytes }]] : [];
  });
}

/** Bytes of the file that a call takes; as base64 it takes four for each three. */
const getMaxFile = ({ file, fileMember, bodyLimit = 0 }: Endpoint): number =>
  file?.maxBytes ?? (fileMember === undefined ? 0 : Math.floor((bodyLimit * 3) / 4));

/** As much as the most that one of the page's forms takes, from those who may send it. */
export function getReadOptions(page: Page, incoming: Incoming, web: Web): ReadOptions {
  const { ports, endpoints } = web;
  const claim = readClaim(incoming, web);
  const sender = identifySender(endpoints.findCaller(claim), claim.address);
  const actions = Object.values(page.actions ?? {});
  const withFiles = actions.filter(({ asks }) => asks.some(takesFiles));
  const assertOpen = (gates: Gates): void => {
    for (const endpoint of page.asks) gates.assertOpen(endpoint);
  };
  const assertMaySend = (gates: Gates, endpoint: Endpoint): void => {
    gates.assertOpen(endpoint);
    assertRoom(endpoint, gates.caller, ports.lowDiskLevel());
    if (endpoint.pictures) assertRoomForPictures(endpoint, gates.caller, ports.lowDiskLevel());
    for (const limit of listRateLimits(endpoint)) ports.rateLimits.assertRoom(limit, sender);
  };
  return {
    bytes: Math.max(formBytes, ...actions.map((action) => getMaxBytes(action, web))),
    values: Number.POSITIVE_INFINITY,
    longAbove: formBytes,
    assertMayBeLong() {
      const gates = endpoints.openGates(claim);
      assertOpen(gates);
      if (gates.caller) ports.assertMayUpload(gates.caller);
      // Which form it is may not be known yet: anyone who may send one of them goes on.
      assertOne(withFiles, ({ asks }) => {
        for (const endpoint of asks) assertMaySend(gates, endpoint);
      });
    },
    assertStillAllowed: () => assertOpen(endpoints.openGates(claim)),
    sender,
  };
}

const takesFiles = ({ file, fileMember, pictures = 0 }: Endpoint): boolean =>
  file !== undefined || fileMember !== undefined || pictures > 0;

function getMaxBytes({ asks }: Action, { ports }: Web): number {
  const sizes = asks.map((endpoint) =>
    Math.max(getMaxFile(endpoint) + formBytes, getBodyLimit(endpoint, ports.maxImageSize())),
  );
  return Math.max(0, ...sizes);
}

/** Throws what the first of them is rejected with when all are. */
function assertOne<Item>(items: readonly Item[], assert: (item: Item) => void): void {
  let first: unknown;
  for (const item of items) {
    try {
      assert(item);
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      first ??= error;
    }
  }
  if (first !== undefined) throw first;
}
