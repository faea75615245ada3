import { isForAnybody } from '#contract/access.ts';
import { AppError, malformed } from '#contract/errors.ts';
import { buildErrorResponse } from '#http/error-response.ts';
import type { FormParts } from '#http/form-parts.ts';
import { KeyInUse } from '#http/idempotency.ts';
import { parse } from '#http/parse-request.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import { readResponseOptions } from '#http/response.ts';
import { noteWorkBegan } from '#platform/observing/request-scope.ts';
import { getReadOptions, hasLongFile, listFileRules } from './form-limits.ts';
import type { FormMoment } from './frame/form-values.ts';
import type { Fields, Outcome, Page } from './page.ts';
import { readFiles, receiveParts, type SentForm, sortParts } from './read-form.ts';
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
  assertSentBySameAccount(incoming, web);
  const parts: FormParts = { texts: [], files: [] };
  const fileRules = listFileRules(page);
  const options = { ...getReadOptions(page, incoming, web), parts, fileRules };
  try {
    return await receiveParts(incoming, web, options, (isInTurn) => {
      noteWorkBegan();
      return carryOutInTurn(sortParts(parts), isInTurn, page, incoming, web);
    });
  } catch (thrown) {
    const error = explainToPeople(thrown);
    const sent = sortParts(parts);
    // Of a file that is refused while it comes in not all of its form is there.
    const name = findActionName(page, sent) ?? findActionWithFile(page);
    if (!(error instanceof AppError) || name === undefined) throw error;
    if (!wantsPage(incoming) || isSignedOut(name, page, incoming, web)) throw error;
    return showFailure(page, describeFailure(page, name, error, sent), error, incoming, web);
  }
}

/** People know nothing of keys: a form that comes back has a new one. */
function explainToPeople(error: unknown): unknown {
  if (!(error instanceof KeyInUse)) return error;
  return error.code === 'conflict'
    ? new AppError(error.code, 'This is still being sent. Wait a moment, then look whether it arrived.')
    : new AppError(
        error.code,
        'You already sent this form, with something else in it. To send this as well, send it again.',
      );
}

/** What holds files in memory, as calls do that take them as base64, comes when it is the sender's turn. */
function carryOutInTurn(
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
    return carryOut({ sent, files, isInTurn: isInTurn || needsTurn }, page, incoming, web);
  };
  if (!needsTurn) return work();
  const claim = readClaim(incoming, web);
  return web.ports.bodies.inTurn(identifySender(web.endpoints.findCaller(claim), claim.address), work);
}

/**
 * The script of a page says whose page it is: what someone wrote there is not sent as whoever signed in on the same
 * phone meanwhile. Throws 401.
 */
function assertSentBySameAccount(incoming: Incoming, web: Web): void {
  const account = incoming.req.header(accountHeader);
  if (account === undefined || account === web.endpoints.findCaller(readClaim(incoming, web))?.userID) return;
  throw new AppError('unauthenticated', 'This phone is signed in to another account by now, or to none.');
}

/** A form names its action in a field of that name; of a form around a list, the button that was pressed does. */
const findActionName = ({ actions = {} }: Page, { texts }: SentForm): string | undefined =>
  Object.keys(actions).find((action) => action in texts || texts.action === action);

/** The one action of a page that takes a long file; undefined where there are several. */
function findActionWithFile({ actions = {} }: Page): string | undefined {
  const [name, ...others] = Object.keys(actions).filter((action) => hasLongFile(actions[action]?.form ?? {}));
  return others.length === 0 ? name : undefined;
}

/** Has the session ended meanwhile? Then it is not the form that was wrong. */
function isSignedOut(name: string, page: Page, incoming: Incoming, web: Web): boolean {
  const claim = readClaim(incoming, web);
  const needsSession = page.actions?.[name]?.asks.some(({ access }) => !isForAnybody(access)) ?? false;
  return needsSession && web.endpoints.findCaller(claim) === undefined;
}

/** A form that is there with all its files. */
interface WholeForm {
  readonly sent: SentForm;
  /** As the action reads them. */
  readonly files: Awaited<ReturnType<typeof readFiles>>;
  readonly isInTurn: boolean;
}

async function carryOut(
  { sent, files, isInTurn }: WholeForm,
  page: Page,
  incoming: Incoming,
  web: Web,
): Promise<Response> {
  const name = findActionName(page, sent) ?? '';
  const action = page.actions?.[name];
  if (!action) throw malformed('This page has no such form.');
  const visit = await openPage(page, incoming, web, { key: readKey(sent), isInTurn });
  const typed = { ...sent.texts, ...sent.lists, ...files, value: sent.texts[name] };
  const moment: FormMoment = { clock: visit.clock };
  const form = parse(toSchema(action.form), typed, moment);
  return conclude((await action.run(visit, form)) ?? {}, page, visit, incoming, web);
}

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
  const { form = {}, becomes = {} } = page.actions?.[action] ?? {};
  const reasons = Object.entries(error.details.fieldErrors ?? {});
  const shown = reasons.flatMap(([path, reason]) => {
    const field = findRenamed(becomes, path) ?? findFieldOf(form, path);
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

const findRenamed = (becomes: Readonly<Record<string, string>>, path: string): string | undefined =>
  Object.keys(becomes).find((name) => becomes[name] === path);

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
