import { type Endpoint, getBodyLimit, listRateLimits } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { AccessChecks } from '#http/in-process-calls.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import type { FileRule } from '#http/receive-form.ts';
import { assertDiskSpace, assertDiskSpaceForPictures } from '#http/refuse-while-disk-is-low.ts';
import type { ReadOptions } from '#http/request-body.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { findFileKind } from './frame/uploads.ts';
import type { Action, Fields, Page } from './page.ts';
import { readClaim, type Web } from './web.ts';

/** Size limit of a form without files, and of everything in a form except its file. */
const formBytes = 16 * 1024;

/** Whether this form has a field for a long file. */
export const hasLongFile = (form: Fields): boolean => Object.values(form).some((field) => findFileKind(field));

/** Returns the rules for long files by field name; computed once per page. */
export const listFileRules = computeOncePerObject(
  (page: Page): ReadonlyMap<string, FileRule> =>
    new Map(Object.values(page.actions ?? {}).flatMap(listFileRulesOfAction)),
);

function listFileRulesOfAction({ form, asks }: Action): [string, FileRule][] {
  const maxBytes = Math.max(0, ...asks.map(getMaxFile));
  return Object.entries(form).flatMap(([name, field]): [string, FileRule][] => {
    const kind = findFileKind(field);
    return kind ? [[name, { kind, maxBytes }]] : [];
  });
}

/** Returns the size limit of a call's file. In base64, three bytes take four. */
const getMaxFile = ({ file, fileMember, bodyLimit = 0 }: Endpoint): number =>
  file?.maxBytes ?? (fileMember === undefined ? 0 : Math.floor((bodyLimit * 3) / 4));

/** Returns limits that fit the largest form of the page, and checks that the sender may send such a form. */
export function getReadOptions(page: Page, incoming: Incoming, web: Web): ReadOptions {
  const { ports, endpoints } = web;
  const claim = readClaim(incoming, web);
  const sender = identifySender(endpoints.findCaller(claim), claim.address);
  const actions = Object.values(page.actions ?? {});
  const withFiles = actions.filter(({ asks }) => asks.some(takesFiles));
  const assertOpen = (checks: AccessChecks): void => {
    for (const endpoint of page.asks) checks.assertOpen(endpoint);
  };
  const assertMaySend = (checks: AccessChecks, endpoint: Endpoint): void => {
    checks.assertOpen(endpoint);
    assertDiskSpace(endpoint, checks.caller, ports.lowDiskLevel());
    if (endpoint.pictures) assertDiskSpaceForPictures(endpoint, checks.caller, ports.lowDiskLevel());
    for (const limit of listRateLimits(endpoint)) ports.rateLimits.assertRoom(limit, sender);
  };
  return {
    bytes: Math.max(formBytes, ...actions.map((action) => getMaxBytes(action, web))),
    values: Number.POSITIVE_INFINITY,
    longAbove: formBytes,
    assertMayBeLong() {
      const checks = endpoints.createAccessChecks(claim);
      assertOpen(checks);
      if (checks.caller) ports.assertMayUpload(checks.caller);
      // The form's action may not be known yet, so permission for one of the actions is enough.
      assertAnyPasses(withFiles, ({ asks }) => {
        for (const endpoint of asks) assertMaySend(checks, endpoint);
      });
    },
    assertStillAllowed: () => assertOpen(endpoints.createAccessChecks(claim)),
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

/** Throws the first error if every item is rejected. */
function assertAnyPasses<Item>(items: readonly Item[], assert: (item: Item) => void): void {
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
