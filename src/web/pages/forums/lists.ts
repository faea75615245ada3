import { queryInteger, querySearch, queryUuid, queryWord } from '#contract/query.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumPostCalls } from '#features/forums/posts/api.ts';
import { html, when } from '../../frame/html.ts';
import { buildAddress, pager } from '../../frame/pager.ts';
import { publicPosts } from '../../frame/posts.ts';
import { searchForm } from '../../frame/search-form.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { page } from '../../page.ts';
import { postActions } from '../posts/post-actions.ts';
import { ownTabs } from './own-tabs.ts';
import { threadList } from './thread-list.ts';

const perPage = 30;
const backLink = { label: 'Forums', path: '/forums' };

/** Lists of threads that concern the viewer, with title and empty state. */
const threadLists = {
  unread: { list: forumsApi.unread, title: 'Unread', empty: 'You’re all caught up.' },
  favorites: {
    list: forumsApi.favorites,
    title: 'Followed',
    empty: 'You don’t follow any threads yet. Tap the star in a thread to follow it.',
  },
  watched: {
    list: forumsApi.watched,
    title: 'Watched',
    empty: 'You don’t watch any threads yet. Tap the bell in a thread to be notified of new posts.',
  },
  recent: { list: forumsApi.recent, title: 'Recent', empty: 'You haven’t read any threads yet.' },
  own: { list: forumsApi.owned, title: 'Yours', empty: 'You haven’t started any threads yet.' },
  mutes: { list: forumsApi.mutes, title: 'Muted', empty: 'You haven’t muted any threads.' },
} as const;
const threadListNames = [
  'unread',
  'favorites',
  'watched',
  'recent',
  'own',
  'mutes',
] as const satisfies (keyof typeof threadLists)[];

/** Threads that concern the viewer. */
export const ownThreads = page({
  path: '/forums/threads',
  place: 'forums',
  query: { which: queryWord(threadListNames), start: queryInteger },
  asks: [forumsApi.unread, forumsApi.favorites, forumsApi.recent, forumsApi.owned, forumsApi.mutes],
  mayAsk: [forumsApi.watched],
  async show(visit) {
    const { which = 'unread', start } = visit.query;
    const { list, title, empty } = threadLists[which];
    const { forumThreads, paginator } = await visit.ask(list, { query: { start, limit: perPage } });
    const content = html`${ownTabs(visit, `/forums/threads?which=${which}`)}${threadList(forumThreads, visit, empty)}
${pager(paginator, (at) => buildAddress('/forums/threads', { which, start: at }))}
${when(which === 'favorites', () => html`<p class="soft"><a href="/forums/threads?which=mutes">Muted threads</a></p>`)}`;
    return pageBelow(backLink, title, content);
  },
});

/** Threads by words of their titles, or by author. */
export const searchForums = page({
  path: '/forums/search',
  place: 'forums',
  query: { search: querySearch, of: queryUuid, start: queryInteger },
  asks: [forumsApi.search],
  async show(visit) {
    const { search, of: creatorid, start } = visit.query;
    const isNarrowed = search !== undefined || creatorid !== undefined;
    const query = { search, creatorid, start, limit: perPage };
    const found = isNarrowed ? await visit.ask(forumsApi.search, { query }) : undefined;
    const linkTo = (at: number) => buildAddress('/forums/search', { search, of: creatorid, start: at });
    const content = html`${searchTabs('titles', search)}
${searchForm({ path: '/forums/search', label: 'Words in titles', value: search, keep: { of: creatorid } })}
${when(found, ({ forumThreads, paginator }) => html`${threadList(forumThreads, visit, 'No threads found.')}${pager(paginator, linkTo)}`)}`;
    return pageBelow(backLink, 'Search forums', content);
  },
});

const searchTabs = (current: 'titles' | 'posts', search: string | undefined) =>
  tabs('Where to search', [
    { path: buildAddress('/forums/search', { search }), label: 'Titles', isCurrent: current === 'titles' },
    { path: buildAddress('/forums/posts', { search }), label: 'Posts', isCurrent: current === 'posts' },
  ]);

const postLists = {
  mentions: { title: 'Mentions', filter: { mentionself: true }, empty: 'No one has mentioned you yet.' },
  bookmarks: { title: 'Bookmarks', filter: { bookmarked: true }, empty: 'You haven’t bookmarked any posts yet.' },
  reactions: { title: 'Reactions', filter: { ownreacts: true }, empty: 'You haven’t reacted to any posts yet.' },
  own: { title: 'Your posts', filter: { byself: true }, empty: 'You haven’t posted anything yet.' },
} as const;
const postListNames = ['mentions', 'bookmarks', 'reactions', 'own'] as const satisfies (keyof typeof postLists)[];
const defaultPostList = { title: 'Posts', filter: {}, empty: 'No posts found.' };

/** Posts of all threads: those that concern the viewer, or those that contain some words. */
export const forumPosts = page({
  path: '/forums/posts',
  place: 'forums',
  query: { which: queryWord(postListNames), search: querySearch, start: queryInteger },
  asks: [forumsApi.searchPosts],
  actions: postActions(forumPostCalls),
  async show(visit) {
    const { which, search, start } = visit.query;
    const { title, filter, empty } = which === undefined ? defaultPostList : postLists[which];
    const isNarrowed = which !== undefined || search !== undefined;
    const query = { ...filter, search, start, limit: perPage };
    const found = isNarrowed ? await visit.ask(forumsApi.searchPosts, { query }) : undefined;
    const linkTo = (at: number) => buildAddress('/forums/posts', { which, search, start: at });
    const content = html`${which === undefined ? searchTabs('posts', search) : ownTabs(visit, `/forums/posts?which=${which}`)}
${when(which === undefined, () => searchForm({ path: '/forums/posts', label: 'Words in posts', value: search }))}
${when(
  found,
  ({ posts, paginator }) =>
    html`${posts.length > 0 ? html`<form method="post">${publicPosts(posts, visit, ({ postID, author }) => ({ label: `the post by ${author.username}`, path: `/forums/post/${postID}`, report: 'post' }))}</form>` : html`<p class="soft">${empty}</p>`}${pager(paginator, linkTo)}`,
)}`;
    return pageBelow(backLink, title, content);
  },
});
