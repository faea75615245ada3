import type { Caller } from '#contract/access.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { type ClaimedIdentity, unauthenticated } from '#http/authenticate.ts';
import type { Incoming } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import { readResponseOptions } from '#http/response.ts';
import { showBadges } from './frame/shell.ts';
import { accountHeader, respondWithPage } from './respond.ts';
import { readClaim, type Web } from './web.ts';

/** Responds with the unread counts without a page around them. Throws 401. */
export async function respondWithBadges(incoming: Incoming, web: Web): Promise<Response> {
  const claim = readClaim(incoming, web);
  const caller = web.endpoints.findCaller(claim);
  if (!caller) throw unauthenticated();
  const sender = identifySender(caller, claim.address);
  const reader = { sender, path: '/badges', isPoll: true };
  return web.ports.readTurns.run(reader, () => renderBadges(caller, claim, incoming, web));
}

async function renderBadges(caller: Caller, claim: ClaimedIdentity, incoming: Incoming, web: Web): Promise<Response> {
  const summary = await web.endpoints.ask(notificationsApi.summary, claim);
  const mustSee = summary.mustSeeAnnouncementIDs
    ? await web.endpoints.ask(announcementsApi.list, claim, { query: { mustsee: true } })
    : [];
  const badges = showBadges(summary, mustSee, getRequestingPage(incoming));
  return respondWithPage(badges, 200, readResponseOptions(incoming.env.incoming), {
    [accountHeader]: caller.userID,
  });
}

/** Returns the address of the page whose script asks, to which the button of a must-see announcement leads back. */
function getRequestingPage(incoming: Incoming): string {
  const url = URL.parse(incoming.req.header('referer') ?? '');
  return url ? `${url.pathname}${url.search}` : '/';
}
