import type { Context, Handlers } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import type { feedApi } from './api.ts';
import { readSpellings } from './feed-query.ts';
import { listFeed, listFeedOf } from './list-feed.ts';

type Api = typeof feedApi;

export const feedHandlers = (context: Context): Handlers<Api> => ({
  feed: ({ caller, query }) => listFeed(context, caller, readSpellings(query)),
  bookmarks: ({ caller, query }) => listFeed(context, caller, { ...readSpellings(query), bookmarked: true }),
  likes: ({ caller, query }) => listFeed(context, caller, { ...readSpellings(query), likeType: 'all' }),
  own: ({ caller, query }) => listFeed(context, caller, { ...readSpellings(query), byUser: caller.userID }),
  ofUser: ({ caller, params, query }) => listFeedOf(context, caller, params.userID, readSpellings(query)),
  barrel() {
    throw notFound('barrel');
  },
});
