import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, searchInPath, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch, queryText, queryUuid } from '#contract/query.ts';
import { PostData, PostSearchData } from '../records.ts';

const maxWord = 100;
const call = { method: 'GET', access: token, feature: 'forums' } as const;
/** Like the search, with the parameter in the path (forums rule B62). */
const bare = { ...call, query: pageQuery, response: v.array(PostData) } as const;

export const postSearchApi = {
  searchPosts: endpoint({
    ...call,
    path: '/forum/post/search',
    query: {
      search: querySearch,
      hashtag: queryText(maxWord),
      mentionname: queryText(maxWord),
      mentionid: queryUuid,
      mentionself: queryBoolean,
      ownreacts: queryBoolean,
      byself: queryBoolean,
      bookmarked: queryBoolean,
      creatorid: queryUuid,
      forum: queryUuid,
      category: queryUuid,
      ...pageQuery,
    },
    response: PostSearchData,
    summary: 'Posts from all forums that meet all of the given filters, newest first',
  }),
  postsWith: endpoint({
    ...bare,
    path: '/forum/post/search/{text}',
    params: { text: searchInPath },
    summary: 'Posts with these words',
  }),
  postsInForumWith: endpoint({
    ...bare,
    path: '/forum/{forumID}/search/{text}',
    params: { forumID: uuid, text: searchInPath },
    summary: 'Posts of a forum with these words',
  }),
  postsTagged: endpoint({
    ...bare,
    path: '/forum/post/hashtag/{tag}',
    params: { tag: boundedText(maxWord) },
    summary: 'Posts with exactly this hashtag',
  }),
  bookmarks: endpoint({ ...bare, path: '/forum/bookmarks', summary: 'Posts that the caller has bookmarked' }),
  likes: endpoint({ ...bare, path: '/forum/likes', summary: 'Posts that the caller has reacted to' }),
  mentions: endpoint({ ...bare, path: '/forum/mentions', summary: 'Posts that mention the caller' }),
  ownPosts: endpoint({ ...bare, path: '/forum/posts', summary: 'Posts that the caller has written' }),
};
