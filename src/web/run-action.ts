import { admitsAnonymous } from '#contract/access.ts';
import { AppError, malformed } from '#contract/errors.ts';
import { buildErrorResponse } from '#http/error-response.ts';
import type { FormParts } from '#http/form-parts.ts';
import { KeyInUse } from '#http/idempotency.ts';
import { parse } from '#http/parse-request.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import { readResponseOptions } from '#http/response.ts';
import { recordWorkStart } from '#platform/observing/request-scope.ts';
import { getReadOptions, hasLongFile, listFileRules } from './form-limits.ts';
import type { FormParseContext } from './frame/form-values.ts';
import type { ActionOutcome, Fields, Page } from './page.ts';
import { groupParts, readFiles, receiveParts, type SentForm } from './read-form.ts';
import { accountHeader, redirect, respondWithOutcome, toLocalPath } from './respond.ts';
import { beginSession, endSession } from './session.ts';
import { openPage, respondWithView, toSchema } from './show-page.ts';
import type { Failure, Visit } from './visit.ts';
import { acceptsHtml, isSecure, readClaim, type Web } from './web.ts';

/**
 * Runs the action of a form and redirects the browser. A rejected form is shown again with everything that was typed
 * and the reason, under the status that an app would get. The page's script only receives where to go next, or the
 * error as an app gets it.
 */
export async function runAction(page: Page, incoming: Incoming, web: Web): Promise<Response> {
  assertSentBySameAccount(incoming, web);
  const parts: FormParts = { texts: [], files: [] };
  const fileRules = listFileRules(page);
  const options = { ...getReadOptions(page, incoming, web), parts, fileRules };
  try {
    return await receiveParts(incoming, web, options, (isInTurn) => {
      recordWorkStart();
      return runInSenderTurn(groupParts(parts), isInTurn, page, incoming, web);
    });
  } catch (thrown) {
    const error = toPageError(thrown);
    const sent = groupParts(parts);
    // If a file is rejected while it's being received, the form is incomplete.
    const name = findActionName(page, sent) ?? findActionWithFile(page);
    if (!(error instanceof AppError) || name === undefined) throw error;
    if (!acceptsHtml(incoming) || isSignedOut(name, page, incoming, web)) throw error;
    return showFailure(page, describeFailure(page, name, error, sent), error, incoming, web);
  }
}

/** Rewrites errors about idempotency keys, which users don't know about. The form that's shown again has a new key. */
function toPageError(error: unknown): unknown {
  if (!(error instanceof KeyInUse)) return error;
  return error.code === 'stillRunning'
    ? new AppError(error.code, 'This is still being sent. Wait a moment, then check whether it arrived.')
    : new AppError(
        error.code,
        'You already sent this form with different content. To send this version too, send it again.',
      );
}

/** Waits for the sender's turn if files are held in memory, because the call takes them as base64. */
function runInSenderTurn(
  sent: SentForm,
  isInTurn: boolean,
  page: Page,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const kept = new Set(listFileRules(page).keys());
  const needsTurn = !isInTurn && Object.keys(sent.files).some((name) => !kept.has(name));
  const work = async () => {
    const files = await readFiles(sent, kept);
    return runActionHandler({ sent, files, isInTurn: isInTurn || needsTurn }, page, incoming, web);
  };
  if (!needsTurn) return work();
  const claim = readClaim(incoming, web);
  return web.ports.bodies.inTurn(identifySender(web.endpoints.findCaller(claim), claim.address), work);
}

/**
 * Checks the account that the page's script names, so that nothing is sent as someone who has signed in on the same
 * phone since. Throws 401.
 */
function assertSentBySameAccount(incoming: Incoming, web: Web): void {
  const account = incoming.req.header(accountHeader);
  if (account === undefined || account === web.endpoints.findCaller(readClaim(incoming, web))?.userID) return;
  throw new AppError('wrongAccount', 'This phone has since signed out or switched to another account.');
}

/** Returns the action of a form: from the field `action`, or in a form around a list from the pressed button. */
const findActionName = ({ actions = {} }: Page, { texts }: SentForm): string | undefined =>
  Object.keys(actions).find((action) => action in texts || texts.action === action);

/** Returns the page's only action with a long file; undefined if there are several. */
function findActionWithFile({ actions = {} }: Page): string | undefined {
  const [name, ...others] = Object.keys(actions).filter((action) => hasLongFile(actions[action]?.form ?? {}));
  return others.length === 0 ? name : undefined;
}

/** Whether the session has ended in the meantime: then the form isn't what was wrong. */
function isSignedOut(name: string, page: Page, incoming: Incoming, web: Web): boolean {
  const claim = readClaim(incoming, web);
  const needsSession = page.actions?.[name]?.asks.some(({ access }) => !admitsAnonymous(access)) ?? false;
  return needsSession && web.endpoints.findCaller(claim) === undefined;
}

/** A completely received form with all its files. */
interface ReceivedForm {
  readonly sent: SentForm;
  /** As the action reads them. */
  readonly files: Awaited<ReturnType<typeof readFiles>>;
  readonly isInTurn: boolean;
}

async function runActionHandler(
  { sent, files, isInTurn }: ReceivedForm,
  page: Page,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const name = findActionName(page, sent) ?? '';
  const action = page.actions?.[name];
  if (!action) throw malformed("This page doesn't have that form.");
  const visit = await openPage(page, incoming, web, { key: readKey(sent), isInTurn });
  const typed = { ...sent.texts, ...sent.lists, ...files, value: sent.texts[name] };
  const moment: FormParseContext = { clock: visit.clock };
  const form = parse(toSchema(action.form), typed, moment);
  return respondToOutcome((await action.run(visit, form)) ?? {}, page, visit, incoming, web);
}

/** Returns the form's idempotency key: if it's sent twice, it's processed once. */
const readKey = ({ texts: { key } }: SentForm): string | undefined =>
  key !== undefined && /^[\w-]{8,64}$/.test(key) ? key : undefined;

async function respondToOutcome(
  { to, session, view }: ActionOutcome,
  page: Page,
  visit: Visit,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const isHttps = isSecure(incoming.env.incoming, web);
  const cookie = session && (session === 'ended' ? endSession(isHttps) : beginSession(session.token, isHttps));
  const headers: Readonly<Record<string, string>> = cookie === undefined ? {} : { 'set-cookie': cookie };
  if (view) return respondWithView(page, view, visit, incoming, { headers });
  const path = to === undefined ? visit.address : toLocalPath(to);
  const options = readResponseOptions(incoming.env.incoming);
  return acceptsHtml(incoming) ? redirect(path, options, headers) : respondWithOutcome(path, options, headers);
}

function describeFailure(page: Page, action: string, error: AppError, sent: SentForm): Failure {
  const { form = {}, bodyFieldNames = {} } = page.actions?.[action] ?? {};
  const reasons = Object.entries(error.details.fieldErrors ?? {});
  const shown = reasons.flatMap(([path, reason]) => {
    const field = findRenamed(bodyFieldNames, path) ?? findFieldOf(form, path);
    return field === undefined ? [] : [[field, reason] as const];
  });
  return {
    action,
    reason: shown.length === reasons.length && shown.length > 0 ? undefined : error.message,
    isReasonShown: false,
    fields: Object.fromEntries(shown),
    typed: sent.texts,
    chosen: sent.lists,
  };
}

const findRenamed = (bodyFieldNames: Readonly<Record<string, string>>, path: string): string | undefined =>
  Object.keys(bodyFieldNames).find((name) => bodyFieldNames[name] === path);

/** Returns the field for a member of a body: `firstPost.text` was typed into `text`. */
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
