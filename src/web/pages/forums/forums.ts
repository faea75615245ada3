import { uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { pager } from '../../frame/pager.ts';
import { backHead, sectionHeader } from '../../frame/shell.ts';
import { page } from '../../page.ts';
import { ownTabs } from './own-tabs.ts';
import { threadLines, threadList } from './thread-list.ts';

const perPage = 30;

/** The categories and their latest activity. */
export const forums = page({
  path: '/forums',
  place: 'forums',
  asks: [forumsApi.categories],
  mayAsk: [forumsApi.unread, notificationsApi.summary],
  async show(visit) {
    const categories = await visit.ask(forumsApi.categories);
    const summary = visit.viewer && (await visit.ask(notificationsApi.summary));
    const unread = visit.viewer && (await visit.askIfAllowed(forumsApi.unread, { query: { limit: 5 } }));
    const main = html`<main class="wide">
${sectionHeader('Forums', visit, { tools: html`<a class="icon" href="/forums/search">${icon('search')}<span class="hide">Search forums</span></a>` })}
<div class="col">${when(visit.viewer, () => ownTabs(visit, undefined, { Mentions: summary?.newForumMentionCount, Watched: summary?.watchedForumCount }))}</div>
<div class="columns col">
${when(unread?.forumThreads.length ? unread.forumThreads : undefined, (threads) => html`<section aria-labelledby="new"><div class="top"><h2 id="new">Unread</h2><a href="/forums/threads?which=unread">All</a></div>${threadLines(threads, visit)}</section>`)}
<section aria-labelledby="all"><h2 id="all">Categories</h2><ul class="rows">${categories.map(
      ({ categoryID, title, purpose, paginator }) =>
        html`<li><div><h3><a href="/forums/${categoryID}">${title}</a></h3><p class="line">${purpose}</p></div><p class="end">${paginator.total}<span class="hide"> threads</span></p></li>`,
    )}</ul></section>
</div>
</main>`;
    return { title: 'Forums', main, summary };
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
      isRestricted,
    } = await visit.ask(forumsApi.category, {
      params: { categoryID },
      query: { start: visit.query.start, limit: perPage },
    });
    const mayStart = visit.isOpen(forumsApi.create) && !isRestricted;
    const main = html`<main>
${backHead('Forums', '/forums', mayStart ? html`<a class="icon" href="/forums/${categoryID}/new">${icon('plus')}<span class="hide">New thread</span></a>` : nothing)}
<div class="col">
<h1>${title}</h1>
<p class="soft">${purpose}</p>
${threadList(forumThreads, visit, 'No threads yet. Start the first one.')}
${pager(paginator, (start) => `/forums/${categoryID}?start=${start}`)}
</div>
</main>`;
    return { title, main };
  },
});
