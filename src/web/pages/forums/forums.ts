import { uuid } from '#contract/fields.ts';
import { queryInteger, querySearch } from '#contract/query.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { ForumListData } from '#features/forums/records.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { addressWith, pager } from '../../frame/pager.ts';
import { nameOf } from '../../frame/people.ts';
import { backHead, placeHead } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const perPage = 30;

/** The categories, and where something new was said. */
export const forums = page({
  path: '/forums',
  place: 'forums',
  asks: [forumsApi.categories],
  mayAsk: [forumsApi.unread],
  async show(visit) {
    const categories = await visit.ask(forumsApi.categories);
    const unread = visit.viewer && (await visit.askIfOpen(forumsApi.unread, { query: { limit: 5 } }));
    const main = html`<main>
${placeHead('Forums', visit, { tools: html`<a class="icon" href="/forums/search">${icon('search')}<span class="hide">Search the forums</span></a>` })}
<div class="col">
${when(unread?.forumThreads.length ? unread.forumThreads : undefined, (threads) => html`<section aria-labelledby="new"><div class="top"><h2 id="new">New to you</h2><a href="/forums/unread">All</a></div><ul class="rows">${threads.map((thread) => threadLine(thread, visit))}</ul></section>`)}
<section aria-labelledby="all"><h2 id="all">Categories</h2><ul class="rows">${categories.map(
      ({ categoryID, title, purpose, paginator }) =>
        html`<li><span class="face" aria-hidden="true">${icon('messages-square')}</span><div><h3><a href="/forums/${categoryID}">${title}</a></h3><p class="line">${purpose}</p></div><p class="end">${paginator.total}<span class="hide"> threads</span></p></li>`,
    )}</ul></section>
</div>
</main>`;
    return { title: 'Forums', main };
  },
});

/** A category with its threads, pinned ones first. */
export const category = page({
  path: '/forums/{category}',
  place: 'forums',
  params: { category: uuid },
  query: { start: queryInteger },
  asks: [forumsApi.category],
  mayAsk: [forumsApi.create],
  async show(visit) {
    const { category: categoryID } = visit.params;
    const {
      title,
      purpose,
      forumThreads = [],
      paginator,
    } = await visit.ask(forumsApi.category, {
      params: { categoryID },
      query: { start: visit.query.start, limit: perPage },
    });
    const main = html`<main>
${backHead('Forums', '/forums', html`<a class="icon" href="/forums/${categoryID}/new">${icon('plus')}<span class="hide">New thread</span></a>`)}
<div class="col">
<h1>${title}</h1>
<p class="soft">${purpose}</p>
${threadList(forumThreads, visit, 'No thread yet. Start the first.')}
${pager(paginator, (start) => `/forums/${categoryID}?start=${start}`)}
</div>
</main>`;
    return { title, main };
  },
});

/** Threads in which something is new to the viewer. */
export const unreadForums = page({
  path: '/forums/unread',
  place: 'forums',
  query: { start: queryInteger },
  asks: [forumsApi.unread],
  async show(visit) {
    const { forumThreads, paginator } = await visit.ask(forumsApi.unread, {
      query: { start: visit.query.start, limit: perPage },
    });
    const main = html`<main>
${backHead('Forums', '/forums')}
<div class="col"><h1>New to you</h1>
${threadList(forumThreads, visit, 'You have read everything.')}
${pager(paginator, (start) => `/forums/unread?start=${start}`)}
</div>
</main>`;
    return { title: 'New to you', main };
  },
});

/** Threads by the words of their titles. */
export const searchForums = page({
  path: '/forums/search',
  place: 'forums',
  query: { search: querySearch, start: queryInteger },
  asks: [forumsApi.search],
  async show(visit) {
    const { search, start } = visit.query;
    const found =
      search === undefined
        ? undefined
        : await visit.ask(forumsApi.search, { query: { search, start, limit: perPage } });
    const main = html`<main>
${backHead('Forums', '/forums')}
<div class="col"><h1>Search the forums</h1>
<form action="/forums/search" role="search"><p class="field"><label for="words">Words in titles</label><input id="words" name="search" type="search" maxlength="300" value="${search ?? ''}"></p><p class="actions"><button type="submit" class="quiet">Search</button></p></form>
${when(found, ({ forumThreads, paginator }) => html`${threadList(forumThreads, visit, 'No title has these words.')}${pager(paginator, (at) => addressWith('/forums/search', { search, start: at }))}`)}
</div>
</main>`;
    return { title: 'Search the forums', main };
  },
});

const threadList = (threads: readonly ForumListData[], visit: Pick<Visit, 'clock'>, empty: string): Html =>
  threads.length > 0
    ? html`<h2 class="hide">Threads</h2><ul class="rows">${threads.map((thread) => threadLine(thread, visit))}</ul>`
    : html`<p class="soft">${empty}</p>`;

function threadLine(
  { forumID, title, postCount, readCount, lastPoster, lastPostAt, isPinned, isLocked }: ForumListData,
  { clock }: Pick<Visit, 'clock'>,
): Html {
  const unread = Math.max(0, postCount - readCount);
  return html`<li><div><h3><a href="/forums/thread/${forumID}">${isPinned ? html`${icon('pin')}<span class="hide">Pinned: </span>` : nothing}${title}</a></h3>
<p class="line">${postCount} ${postCount === 1 ? 'post' : 'posts'}${when(lastPoster, (user) => html`, last by ${nameOf(user)}`)}${isLocked ? ', closed' : ''}</p></div>
<p class="end">${when(lastPostAt, (at) => clock.moment(at))}${when(unread, (count) => html`<br><span class="badge">${count > 99 ? '99+' : count}<span class="hide"> new</span></span>`)}</p></li>`;
}
