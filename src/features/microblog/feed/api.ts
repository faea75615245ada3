import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, searchInPath, uuid } from '#contract/fields.ts';
import {
  pageQuery,
  queryBoolean,
  queryInstant,
  queryInteger,
  querySearch,
  queryText,
  queryUuid,
  queryWordOrNone,
} from '#contract/query.ts';
import { reactions } from '#core/posts/records.ts';
import { FeedPostData } from '../records.ts';
import { allowLowerCase } from './parameter-case.ts';

/**
 * The end of the remaining posts that a page is taken from; unknown words mean `last` (forums, Enums: MicroblogFrom).
 */
const queryEndOfFeed = queryWordOrNone(['first', 'last']);
/** Unknown words mean any mark of the caller (forums, Enums: LikeFilter). */
const queryLikeType = queryWordOrNone([...reactions, 'all']);

const anchorQuery = allowLowerCase({
  after: queryInteger,
  before: queryInteger,
  afterDate: queryInstant,
  beforeDate: queryInstant,
  from: queryEndOfFeed,
  ...pageQuery,
});

const feedPosts = v.array(FeedPostData);

/** The common part of all lists of posts. */
const listOptions = { method: 'GET', access: token, feature: 'microblog', response: feedPosts } as const;

export const feedApi = {
  feed: endpoint({
    ...listOptions,
    path: '/microblog',
    query: {
      ...allowLowerCase({
        search: querySearch,
        hashtag: querySearch,
        mentions: querySearch,
        mentionSelf: queryBoolean,
        byUser: queryUuid,
        byUsername: queryText(50),
        bookmarked: queryBoolean,
        inBarrel: queryUuid,
        replyGroup: queryInteger,
        hideReplies: queryBoolean,
        likeType: queryLikeType,
      }),
      ...anchorQuery,
    },
    rejects: ['unknownUser'],
    summary: 'List feed posts, newest first, or one conversation, oldest first',
  }),
  bookmarks: endpoint({
    ...listOptions,
    path: '/microblog/bookmarks',
    query: anchorQuery,
    summary: 'List feed posts you bookmarked',
  }),
  likes: endpoint({
    ...listOptions,
    path: '/microblog/likes',
    query: anchorQuery,
    summary: 'List feed posts you reacted to',
  }),
  mentions: endpoint({
    ...listOptions,
    path: '/microblog/mentions',
    query: anchorQuery,
    summary: 'List feed posts that mention you',
  }),
  withHashtag: endpoint({
    ...listOptions,
    path: '/microblog/hashtag/{tag}',
    params: { tag: searchInPath },
    query: anchorQuery,
    rejects: ['searchTooShort'],
    summary: 'List feed posts with a hashtag',
  }),
  search: endpoint({
    ...listOptions,
    path: '/microblog/search/{text}',
    params: { text: searchInPath },
    query: anchorQuery,
    rejects: ['searchTooShort'],
    summary: 'Search feed posts by words',
  }),
  own: endpoint({
    ...listOptions,
    path: '/microblog/user',
    query: anchorQuery,
    summary: 'List your feed posts',
  }),
  ofUser: endpoint({
    ...listOptions,
    path: '/microblog/user/{userID}',
    params: { userID: uuid },
    query: anchorQuery,
    summary: 'List the feed posts of a user',
  }),
  barrel: endpoint({
    ...listOptions,
    path: '/microblog/barrel/{barrelID}',
    params: { barrelID: boundedText(500) },
    query: anchorQuery,
    summary: 'Always returns 404: barrels no longer exist',
  }),
};
