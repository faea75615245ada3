import type { FezData } from '#features/fez/records.ts';
import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';
import { keepPiece } from './kept-pieces.ts';

/** How many posts of a chat the viewer has not read. */
export const countUnreadIn = ({ members }: FezData): number =>
  members ? Math.max(0, members.postCount - members.readCount) : 0;

/** One chat or appointment in a list. */
export const chatLine = (chat: FezData, { clock }: Pick<Visit, 'clock'>): Html =>
  keepPiece(`chat ${clock.period}`, [chat, clock.table], () => showLine(chat, clock));

function showLine(chat: FezData, clock: Visit['clock']): Html {
  const unread = countUnreadIn(chat);
  return html`<li><span class="face" aria-hidden="true">${icon(chat.startTime ? 'calendar' : 'message-circle')}</span>
<div><h3><a href="/chats/${chat.fezID}${unread > 0 ? '#new' : '#newest'}">${chat.title}</a></h3><p class="line">${describe(chat, clock)}</p></div>
<p class="end">${clock.moment(chat.lastModificationTime)}${when(unread, (count) => html`<br><span class="badge">${count}<span class="hide"> new</span></span>`)}</p></li>`;
}

function describe(chat: FezData, clock: Visit['clock']): Html {
  const people = `${chat.participantCount} ${chat.participantCount === 1 ? 'person' : 'people'}`;
  if (chat.cancelled) return html`<b class="stop">Cancelled</b>`;
  if (!chat.startTime) return html`${people}`;
  return html`${clock.moment(chat.startTime)}${when(chat.location, (place) => html`, ${place}`)}, ${people}`;
}
