import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isForAnybody } from '#contract/access.ts';
import { type Endpoint, getBodyLimit } from '#contract/endpoint.ts';
import { AppError, malformed } from '#contract/errors.ts';
import { picturesUploaded } from '#contract/rate-limit.ts';
import { ReceivedFile } from '#contract/received-file.ts';
import { unauthenticated } from '#http/authenticate.ts';
import { buildErrorResponse } from '#http/error-response.ts';
import { parse } from '#http/parse-request.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import type { ReadOptions } from '#http/request-body.ts';
import { readResponseOptions } from '#http/response.ts';
import { noteWorkBegan } from '#platform/request-scope.ts';
import type { Action, Fields, Outcome, Page } from './page.ts';
import { type KeepFile, readForm, type SentForm } from './read-form.ts';
import { accountHeader, redirect, respondWithOutcome, toLocalPath } from './respond.ts';
import { beginSession, endSession } from './session.ts';
import { openPage, respondWithView, toSchema } from './show-page.ts';
import type { Failure, Visit } from './visit.ts';
import { isSecure, readClaim, type Web, wantsPage } from './web.ts';

/**
 * Does what a form of a page is for, and sends the browser on. A form that is refused comes back with everything that
 * was typed and the reason, under the status that an app would get. The script of a page is told alone where to go on,
 * or the error as an app gets it.
 */
export async function runAction(page: Page, incoming: Incoming, web: Web): Promise<Response> {
  const node = incoming.env.incoming;
  assertSentBySameAccount(incoming, web);
  return web.ports.bodies.use(node, getReadOptions(page, incoming, web), async (bytes) => {
    noteWorkBegan();
    await using kept = keepFilesOf(page, web);
    const sent = await readForm(node, new Uint8Array(bytes), kept.byField);
    const name = findActionName(page, sent);
    try {
      return await carryOut(name, sent, page, incoming, web);
    } catch (error) {
      if (!(error instanceof AppError) || !wantsPage(incoming) || isSignedOut(name, page, incoming, web)) throw error;
      return showFailure(page, describeFailure(page, name, error, sent), error, incoming, web);
    }
  });
}

/** Fields whose files the calls take from the disk: they are written there, and are gone when this is disposed of. */
function keepFilesOf({ actions = {} }: Page, { incomingFolder }: Web) {
  const members = Object.values(actions).flatMap(({ asks }: Action) =>
    asks.flatMap(({ fileMember = [] }) => fileMember),
  );
  const paths: string[] = [];
  const keep: KeepFile = async (file) => {
    const path = join(incomingFolder, `upload-form-${randomUUID()}`);
    paths.push(path);
    await writeFile(path, file.stream(), { mode: 0o600 });
    return new ReceivedFile(path, file.size);
  };
  return {
    byField: new Map(members.map((member) => [member, keep])),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

/**
 * The script of a page says whose page it is: what somebody wrote there is not sent as whoever signed in on the same
 * phone meanwhile. Throws 401.
 */
function assertSentBySameAccount(incoming: Incoming, web: Web): void {
  const account = incoming.req.header(accountHeader);
  if (account === undefined || account === web.endpoints.findCaller(readClaim(incoming, web))?.userID) return;
  throw new AppError('unauthenticated', 'This phone is signed in to another account by now, or to none.');
}

/** A form names its action in a field of that name; of a form around a list, the button that was pressed does. */
function findActionName({ actions = {} }: Page, { texts }: SentForm): string {
  const name = Object.keys(actions).find((action) => action in texts || texts.action === action);
  if (name === undefined) throw malformed('This page has no such form.');
  return name;
}

/** Has the session ended meanwhile? Then it is not the form that was wrong. */
function isSignedOut(name: string, page: Page, incoming: Incoming, web: Web): boolean {
  const claim = readClaim(incoming, web);
  const needsSession = page.actions?.[name]?.asks.some(({ access }) => !isForAnybody(access)) ?? false;
  return needsSession && web.endpoints.findCaller(claim) === undefined;
}

async function carryOut(name: string, sent: SentForm, page: Page, incoming: Incoming, web: Web): Promise<Response> {
  const action = page.actions?.[name];
  if (!action) throw malformed('This page has no such form.');
  const visit = await openPage(page, incoming, web, { key: readKey(sent) });
  const form = parse(toSchema(action.form), { ...sent.texts, ...sent.lists, ...sent.files, value: sent.texts[name] });
  return conclude((await action.run(visit, form)) ?? {}, page, visit, incoming, web);
}

/** As much as the most that one of the page's forms takes, from those who may send it. */
function getReadOptions({ actions = {} }: Page, incoming: Incoming, web: Web): ReadOptions {
  const { ports, endpoints } = web;
  const claim = readClaim(incoming, web);
  const caller = endpoints.findCaller(claim);
  const sender = identifySender(caller, claim.address);
  const asked = Object.values(actions).flatMap(({ asks }: Action): readonly Endpoint[] => asks);
  const limits = asked.map((endpoint) => getBodyLimit(endpoint, ports.maxImageSize()));
  return {
    bytes: Math.max(formBytes, ...limits),
    values: Number.POSITIVE_INFINITY,
    longAbove: formBytes,
    assertMayBeLong() {
      if (caller) ports.assertMayUpload(caller);
      ports.rateLimits.assertRoom(picturesUploaded, sender);
    },
    assertStillAllowed() {
      if (caller && !endpoints.findCaller(claim)) throw unauthenticated();
    },
    sender,
  };
}

/** Bytes of a form without pictures. */
const formBytes = 16 * 1024;

/** The form's own id: sent twice, it is carried out once. */
const readKey = ({ texts: { key } }: SentForm): string | undefined =>
  key !== undefined && /^[\w-]{8,64}$/.test(key) ? key : undefined;

async function conclude(
  { to, session, view }: Outcome,
  page: Page,
  visit: Visit,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const secure = isSecure(incoming.env.incoming, web);
  const cookie = session && (session === 'ended' ? endSession(secure) : beginSession(session.token, secure));
  const headers: Readonly<Record<string, string>> = cookie === undefined ? {} : { 'set-cookie': cookie };
  if (view) return respondWithView(page, view, visit, incoming, { headers });
  const path = to === undefined ? visit.address : toLocalPath(to);
  const options = readResponseOptions(incoming.env.incoming);
  return wantsPage(incoming) ? redirect(path, options, headers) : respondWithOutcome(path, options, headers);
}

function describeFailure(page: Page, action: string, error: AppError, sent: SentForm): Failure {
  const form = page.actions?.[action]?.form ?? {};
  const reasons = Object.entries(error.details.fieldErrors ?? {});
  const shown = reasons.flatMap(([path, reason]) => {
    const field = findFieldOf(form, path);
    return field === undefined ? [] : [[field, reason] as const];
  });
  return {
    action,
    reason: shown.length === reasons.length && shown.length > 0 ? undefined : error.message,
    isTold: false,
    fields: Object.fromEntries(shown),
    typed: sent.texts,
    chosen: sent.lists,
  };
}

/** The field that became this member of a body: `firstPost.text` was typed into `text`. */
const findFieldOf = (form: Fields, path: string): string | undefined =>
  path
    .split('.')
    .reverse()
    .find((name) => Object.hasOwn(form, name));

async function showFailure(
  page: Page,
  failure: Failure,
  error: AppError,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const visit = await openPage(page, incoming, web, { failure });
  const { requestID } = readResponseOptions(incoming.env.incoming);
  const { status, headers } = buildErrorResponse(error, requestID, web.ports.strict);
  return respondWithView(page, await page.show(visit), visit, incoming, { status, headers });
}
