import { integerInPath } from '#contract/fields.ts';
import { queryInteger, querySearch, queryUuid, queryWord } from '#contract/query.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { feedPostCalls } from '#features/microblog/posts/api.ts';
import type { FeedPostData } from '#features/microblog/records.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { buildAddress } from '../frame/pager.ts';
import { type PostVisit, publicPosts } from '../frame/posts.ts';
import { searchForm } from '../frame/search-form.ts';
import { pageBelow } from '../frame/shell.ts';
import { tabs } from '../frame/tabs.ts';
import { page } from '../page.ts';
import type { Visit } from '../visit.ts';
import { editPostPage } from './posts/edit-post.ts';
import { postActions } from './posts/post-actions.ts';
import { singlePost } from './posts/single-post.ts';
import { postForm, postFormFor, readPostForm } from './posts/write-post.ts';

const perPage = 30;
const backLink = { label: 'More', path: '/more' };

/** Which posts to show. */
const feedSelections = ['mentions', 'bookmarks', 'reactions', 'own'] as const;

interface FeedQuery {
  readonly which: (typeof feedSelections)[number] | undefined;
  readonly of: string | undefined;
  readonly search: string | undefined;
}

/** The query of the call. */
function getFeedFilter({ which, of, search }: FeedQuery, viewerID: string | undefined) {
  return {
    search,
    byUser: which === 'own' ? viewerID : of,
    ...(which === 'mentions' && { mentionSelf: true }),
    ...(which === 'bookmarks' && { bookmarked: true }),
    ...(which === 'reactions' && { likeType: 'all' }),
  };
}

/** Everyone's microblog posts, newest first. */
export const feed = page({
  path: '/feed',
  place: 'more',
  query: { search: querySearch, which: queryWord(feedSelections), of: queryUuid, start: queryInteger },
  asks: [microblogApi.feed],
  mayAsk: [microblogApi.create],
  actions: {
    post: {
      asks: [microblogApi.create],
      form: postForm,
      async run(visit, form) {
        await visit.ask(microblogApi.create, { body: readPostForm(form) });
        return { to: '/feed' };
      },
    },
    ...postActions(feedPostCalls),
  },
  async show(visit) {
    const { start = 0, ...wanted } = visit.query;
    const query = { ...getFeedFilter(wanted, visit.viewer?.userID), start, limit: perPage };
    const posts = await visit.ask(microblogApi.feed, { query });
    const older = buildAddress('/feed', { ...wanted, start: start + perPage });
    const content = html`${selectionTabs(wanted)}
${wanted.which === undefined && wanted.of === undefined ? composer(visit, "What's on your mind?") : nothing}
${searchForm({ path: '/feed', label: 'Words or a #hashtag', value: wanted.search })}
${listPosts(posts, visit)}
${posts.length === perPage ? html`<nav class="pager" aria-label="Pages"><a href="${older}" rel="next">Older posts${icon('chevron-right')}</a></nav>` : nothing}`;
    return pageBelow(backLink, 'Feed', content);
  },
});

const selectionTabs = ({ which, of }: FeedQuery): Html =>
  tabs('Which posts', [
    { path: '/feed', label: 'All', isCurrent: which === undefined && of === undefined },
    { path: '/feed?which=mentions', label: 'Mentions', isCurrent: which === 'mentions' },
    { path: '/feed?which=bookmarks', label: 'Bookmarks', isCurrent: which === 'bookmarks' },
    { path: '/feed?which=reactions', label: 'Reactions', isCurrent: which === 'reactions' },
    { path: '/feed?which=own', label: 'Yours', isCurrent: which === 'own' },
  ]);

const listPosts = (posts: readonly FeedPostData[], visit: PostVisit): Html =>
  posts.length > 0
    ? html`<form method="post">${publicPosts(posts, visit, ({ postID, author }) => ({ label: `the post by ${author.username}`, path: `/feed/${postID}`, report: 'feed-post' }))}</form>`
    : html`<p class="soft">No posts.</p>`;

const composer = (visit: Visit<unknown, unknown, 'post'>, label: string): Html =>
  visit.isOpen(microblogApi.create)
    ? postFormFor(visit, { action: 'post', label, button: 'Post', waits: 'after' })
    : nothing;

/** A microblog post with its reactions and replies, and a form to reply. */
export const feedPost = page({
  path: '/feed/{feedPost}',
  place: 'more',
  params: { feedPost: integerInPath },
  asks: [microblogApi.read, microblogApi.feed],
  mayAsk: [microblogApi.reply],
  actions: {
    ...postActions(feedPostCalls),
    post: {
      asks: [microblogApi.reply],
      form: postForm,
      async run(visit, form) {
        const params = { postID: visit.params.feedPost };
        const { postID } = await visit.ask(microblogApi.reply, { params, body: readPostForm(form) });
        return { to: `/feed/${visit.params.feedPost}#p${postID}` };
      },
    },
  },
  async show(visit) {
    const post = await visit.ask(microblogApi.read, { params: { postID: visit.params.feedPost } });
    const replies = await readReplies(post, visit);
    const content = html`${singlePost(post, visit, { path: `/feed/${post.postID}`, report: 'feed-post' })}
${when(replies.length, () => html`<h2>In this conversation</h2>${listPosts(replies, visit)}`)}
${visit.isOpen(microblogApi.reply) ? postFormFor(visit, { action: 'post', label: 'Your reply', button: 'Post reply', waits: 'before' }) : nothing}`;
    return pageBelow({ label: 'Feed', path: '/feed' }, 'Post', content);
  },
});

/** The other posts of the conversation, oldest first. */
async function readReplies(
  { postID, replyGroupID }: Pick<FeedPostData, 'postID' | 'replyGroupID'>,
  visit: Pick<Visit, 'ask'>,
): Promise<FeedPostData[]> {
  if (replyGroupID === undefined) return [];
  const posts = await visit.ask(microblogApi.feed, { query: { replyGroup: replyGroupID, limit: 50 } });
  return posts.filter((post) => post.postID !== postID);
}

export const editFeedPost = editPostPage({
  calls: feedPostCalls,
  path: '/feed',
  parameter: 'feedPost',
  place: 'more',
  leave: '/feed',
});
