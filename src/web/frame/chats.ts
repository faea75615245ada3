import type { UserNotificationData } from '#core/notifications/records.ts';
import type { FezData } from '#features/fez/records.ts';
import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';

/** Returns the address where a member continues reading a chat: its first unread message, or its newest. */
export const getPathToFirstUnread = ({ fezID }: Pick<FezData, 'fezID'>): string => `/chats/${fezID}#new`;

/** Why the badge counts a chat: the viewer was added to it, or it has something new (fez rule 67). */
export type ChatNews = 'added' | 'unread';

/** Ids of chats that the viewer was added to and hasn't opened. */
export const listNewChatIDs = (summary: UserNotificationData | undefined): ReadonlySet<string> =>
  new Set([
    ...(summary?.addedToSeamailIDs ?? []),
    ...(summary?.addedToLFGIDs ?? []),
    ...(summary?.addedToPrivateEventIDs ?? []),
  ]);

/** Renders a chat or appointment in a list, marked if the badge counts it. */
export function chatLine(chat: FezData, { clock }: Pick<Visit, 'clock'>, news?: ChatNews): Html {
  const path = chat.members ? getPathToFirstUnread(chat) : `/chats/${chat.fezID}`;
  return html`<li><span class="face" aria-hidden="true">${icon(chat.startTime ? 'calendar' : 'message-circle')}</span>
<div><h3><a href="${path}">${chat.title}</a></h3><p class="line">${describe(chat, clock)}</p></div>
<p class="end">${clock.moment(chat.lastModificationTime)}${when(news, (why) => html`<br>${mark(chat, why)}`)}</p></li>`;
}

function mark({ members }: FezData, news: ChatNews): Html {
  if (news === 'added') return html`<span class="badge">New<span class="hide">, you were added</span></span>`;
  const count = members ? members.postCount - members.readCount : 0;
  return html`<span class="badge">${Math.max(1, count)}<span class="hide"> new</span></span>`;
}

function describe(chat: FezData, clock: Visit['clock']): Html {
  const people = `${chat.participantCount} ${chat.participantCount === 1 ? 'person' : 'people'}`;
  if (chat.cancelled) return html`<b class="stop">Cancelled</b>`;
  if (!chat.startTime) return html`${people}`;
  return html`${clock.moment(chat.startTime)}${when(chat.location, (place) => html`, ${place}`)}, ${people}`;
}
