import { queryBoolean, queryInteger, querySearch } from '#contract/query.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { type ChatNews, chatLine, listNewChatIDs } from '../../frame/chats.ts';
import { type Html, html } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { searchForm } from '../../frame/search-form.ts';
import { countUnread, sectionHeader } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const tools = html`<a class="icon" href="/chats/new">${icon('plus')}<span class="hide">New chat</span></a>`;
const perPage = 30;

/** The viewer's chats and appointments, newest first. */
export const chats = page({
  path: '/chats',
  place: 'chats',
  query: { start: queryInteger, onlynew: queryBoolean, favorite: queryBoolean, search: querySearch },
  asks: [fezApi.joined],
  mayAsk: [notificationsApi.summary],
  async show(visit) {
    const { start = 0, ...wanted } = visit.query;
    const { onlynew, favorite, search } = wanted;
    const query = { start, limit: perPage, members: true, ...wanted };
    const { fezzes, paginator } = await visit.ask(fezApi.joined, { query });
    const summary = await visit.askIfAllowed(notificationsApi.summary);
    const news =
      summary && countUnread(summary).chats ? await listUnreadChats(visit, listNewChatIDs(summary)) : noUnreadChats;
    const main = html`<main data-live>
${sectionHeader('Chats', visit, { tools })}
<div class="col">
${chatTabs(favorite ? 'favorites' : onlynew ? 'new' : 'all')}
${searchForm({ path: '/chats', label: 'Search your chats', value: search })}
<h2 class="hide">Yours</h2>
${fezzes.length > 0 ? html`<ul class="rows">${fezzes.map((chat) => chatLine(chat, visit, news.get(chat.fezID)))}</ul>` : empty(onlynew || favorite || search !== undefined)}
${pager(paginator, (at) => buildAddress('/chats', { ...wanted, start: at }))}
</div>
</main>`;
    return { title: 'Chats', main, summary };
  },
});

const noUnreadChats: ReadonlyMap<string, ChatNews> = new Map();
/** The maximum that one call lists. */
const maxUnreadChats = 200;

/** Loads the chats that the badge counts, by id. Messages sent while a chat was muted do not count as new. */
async function listUnreadChats(
  visit: Pick<Visit, 'ask'>,
  addedTo: ReadonlySet<string>,
): Promise<Map<string, ChatNews>> {
  const { fezzes } = await visit.ask(fezApi.joined, { query: { onlynew: true, limit: maxUnreadChats } });
  return new Map(fezzes.map(({ fezID }) => [fezID, addedTo.has(fezID) ? 'added' : 'unread']));
}

/** Groups that are looking for members. */
export const groups = page({
  path: '/groups',
  place: 'chats',
  query: { start: queryInteger },
  asks: [fezApi.open],
  async show(visit) {
    const { fezzes, paginator } = await visit.ask(fezApi.open, {
      query: { start: visit.query.start ?? 0, limit: perPage },
    });
    const main = html`<main>
${sectionHeader('Groups', visit, { tools })}
<div class="col">
${chatTabs('groups')}
<h2 class="hide">Groups to join</h2>
${fezzes.length > 0 ? html`<ul class="rows">${fezzes.map((chat) => chatLine(chat, visit))}</ul>` : html`<p class="soft">No groups are looking for people right now. <a href="/chats/new">Start one</a>.</p>`}
${pager(paginator, (at) => `/groups?start=${at}`)}
</div>
</main>`;
    return { title: 'Groups', main };
  },
});

const chatTabs = (current: 'all' | 'new' | 'favorites' | 'groups'): Html =>
  tabs('Which chats', [
    { path: '/chats', label: 'Yours', isCurrent: current === 'all' },
    { path: '/chats?onlynew=true', label: 'Unread', isCurrent: current === 'new' },
    { path: '/chats?favorite=true', label: 'Favorites', isCurrent: current === 'favorites' },
    { path: '/groups', label: 'Groups to join', isCurrent: current === 'groups' },
  ]);

const empty = (isFiltered: boolean | undefined): Html =>
  isFiltered
    ? html`<p class="soft">No chats found.</p>`
    : html`<p class="soft">You’re not in any chats yet. <a href="/chats/new">Start a chat</a> or <a href="/groups">join a group</a>.</p>`;
