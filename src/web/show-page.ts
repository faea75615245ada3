import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { notificationsApi } from '#core/notifications/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { parsePath, parseQuery, readQueryValues, readRawQuery } from '#http/parse-request.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import { buildContentResponse, readResponseOptions } from '#http/response.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { shell } from './frame/shell.ts';
import { openVisit } from './open-visit.ts';
import {
  type Download,
  type Fields,
  isConfidential,
  listCallableEndpoints,
  type Page,
  type Redirect,
  type View,
} from './page.ts';
import { buildPersonalHeaders, redirect, respondWithPage, toLocalPath } from './respond.ts';
import { isGuarded } from './session.ts';
import type { Failure, Visit } from './visit.ts';
import { readClaim, type Web } from './web.ts';

/** Opens a visit of a page for the sender of the request. Throws 401, 403 or 451 if the page isn't open to them. */
export function openPage(
  page: Page,
  incoming: Incoming,
  web: Web,
  { failure, key, isInTurn = false }: { failure?: Failure; key?: string | undefined; isInTurn?: boolean } = {},
): Promise<Visit> {
  const session = readClaim(incoming, web);
  const claim = page.ignoresSession ? { ...session, authorization: undefined } : session;
  const checks = web.endpoints.createAccessChecks(claim);
  for (const endpoint of page.asks) checks.assertOpen(endpoint);
  const node = incoming.env.incoming;
  const params = page.params ? parsePath(toSchema(page.params), incoming.req.param()) : emptyInput;
  const query = page.query ? parseQuery(toSchema(page.query), readQueryValues(readRawQuery(node.url))) : emptyInput;
  return openVisit(web, {
    claim,
    checks,
    node,
    params,
    query,
    failure,
    key,
    isInTurn,
    isAhead: isPrefetch(node),
    named: listCallableEndpoints(page),
  });
}

const emptyInput = Object.freeze({});

/** Returns the schema of these fields, created once. */
export const toSchema = computeOncePerObject((fields: Fields): v.GenericSchema => v.object(fields as v.ObjectEntries));

/** Shows a page. */
export async function showPage(page: Page, incoming: Incoming, web: Web): Promise<Response> {
  const claim = readClaim(incoming, web);
  const sender = identifySender(web.endpoints.findCaller(claim), claim.address);
  return web.ports.readTurns.run({ sender, path: page.path }, async () => {
    const visit = await openPage(page, incoming, web);
    return respondWithView(page, await page.show(visit), visit, incoming);
  });
}

/** A file made for the signed-in user. */
const privateFileHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' };

/** Whether this page is only prefetched, so that nothing in it counts as read. */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  /\bprefetch\b/.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''));

/** Renders a view in the frame that all pages share. */
export async function respondWithView(
  page: Page | Pick<Page, 'place'>,
  view: View | Redirect | Download,
  visit: Visit,
  incoming: Incoming,
  { status = 200, headers }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  if ('to' in view) return redirect(toLocalPath(view.to), readResponseOptions(incoming.env.incoming), headers);
  if ('content' in view)
    return buildContentResponse(view.content, status, readResponseOptions(incoming.env.incoming), privateFileHeaders);

  const node = incoming.env.incoming;
  const owner =
    visit.viewer &&
    buildPersonalHeaders(visit.viewer.userID, {
      isGuarded: isGuarded(node),
      isConfidential: 'asks' in page && isConfidential(page),
    });
  const all = headers ? { ...owner, ...headers } : owner;
  const summary = visit.viewer ? (view.summary ?? (await visit.askIfAllowed(notificationsApi.summary))) : undefined;
  // Usually there are none, and nothing is asked.
  const mustSee =
    summary?.mustSeeAnnouncementIDs && (await visit.askIfAllowed(announcementsApi.list, { query: { mustsee: true } }));
  const document = shell(view, { visit, place: page.place, summary, mustSee: mustSee ?? [] });
  return respondWithPage(document, status, readResponseOptions(node), all);
}
