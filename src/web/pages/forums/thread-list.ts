import type { ForumListData } from '#features/forums/records.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { getShownName } from '../../frame/people.ts';
import type { Visit } from '../../visit.ts';

/** Links to the first unread post. */
export const unreadPath = (forumID: string, readCount: number): string =>
  `/forums/thread/${forumID}?read=${readCount}#unread`;

/** Renders threads, or the sentence that explains why there are none. */
export const threadList = (threads: readonly ForumListData[], visit: Pick<Visit, 'clock'>, empty: string): Html =>
  threads.length > 0
    ? html`<h2 class="hide">Threads</h2>${threadLines(threads, visit)}`
    : html`<p class="soft">${empty}</p>`;

/** Renders threads as a list. */
export const threadLines = (threads: readonly ForumListData[], { clock }: Pick<Visit, 'clock'>): Html =>
  html`<ul class="rows">${threads.map((thread) => threadLine(thread, clock))}</ul>`;

function threadLine(
  { forumID, title, postCount, readCount, lastPoster, lastPostAt, isPinned, isLocked, isWatched }: ForumListData,
  clock: Visit['clock'],
): Html {
  const unread = Math.max(0, postCount - readCount);
  return html`<li><div><h3><a href="${unread > 0 && readCount > 0 ? unreadPath(forumID, readCount) : `/forums/thread/${forumID}`}">${isPinned ? html`${icon('pin')}<span class="hide">Pinned: </span>` : nothing}${title}</a></h3>
<p class="line">${postCount} ${postCount === 1 ? 'post' : 'posts'}${when(lastPoster, (user) => html`, last by ${getShownName(user)}`)}${isLocked ? ', locked' : ''}${isWatched ? ', watched' : ''}</p></div>
<p class="end">${when(lastPostAt, (at) => clock.moment(at))}${when(unread, (count) => html`<br><span class="badge">${count > 99 ? '99+' : count}<span class="hide"> new</span></span>`)}</p></li>`;
}
