import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, searchInPath, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch, queryText, queryUuid } from '#contract/query.ts';
import { PostData, PostSearchData } from '../records.ts';

const maxWord = 100;
const commonOptions = { method: 'GET', access: token, feature: 'forums' } as const;
/** Like the search, with the parameter in the path (forums rule B62). */
const byPath = { ...commonOptions, query: pageQuery, response: v.array(PostData) } as const;

export const postSearchApi = {
  searchPosts: endpoint({
    ...commonOptions,
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
    rejects: ['accessDenied'],
    summary: 'Search forum posts, newest first',
  }),
  postsWith: endpoint({
    ...byPath,
    path: '/forum/post/search/{text}',
    params: { text: searchInPath },
    rejects: ['searchTooShort'],
    summary: 'Search forum posts by words',
  }),
  postsInForumWith: endpoint({
    ...byPath,
    path: '/forum/{forumID}/search/{text}',
    params: { forumID: uuid, text: searchInPath },
    rejects: ['categoryClosed', 'searchTooShort'],
    summary: 'Search posts in a thread by words',
  }),
  postsTagged: endpoint({
    ...byPath,
    path: '/forum/post/hashtag/{tag}',
    params: { tag: boundedText(maxWord) },
    rejects: ['searchTooShort'],
    summary: 'List forum posts with a hashtag',
  }),
  bookmarks: endpoint({ ...byPath, path: '/forum/bookmarks', summary: 'List forum posts you bookmarked' }),
  likes: endpoint({ ...byPath, path: '/forum/likes', summary: 'List forum posts you reacted to' }),
  mentions: endpoint({ ...byPath, path: '/forum/mentions', summary: 'List forum posts that mention you' }),
  ownPosts: endpoint({ ...byPath, path: '/forum/posts', summary: 'List your forum posts' }),
};
