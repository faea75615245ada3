import type { Call, Context, Handlers } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { findNewlyViewed, markViewed } from '#core/public-text/index.ts';
import { foldUsername } from '#core/users/index.ts';
import type { FeedPostData } from '../records.ts';
import type { feedApi } from './api.ts';
import type { FeedQuery } from './feed-query.ts';
import { assertSearch, listFeed, listFeedOf, listWithHashtag } from './list-feed.ts';
import { readEitherCase } from './parameter-case.ts';
import { readWordSearch } from './word-search.ts';

type Api = typeof feedApi;
type FeedCall = Pick<Call<Api['feed']>, 'caller' | 'recordRead'>;

/** Lists posts; a search for mentions or alert words marks its results as seen (forums rules B57 and B58). */
function listAndRecordRead(context: Context, { caller, recordRead }: FeedCall, query: FeedQuery): FeedPostData[] {
  const posts = listFeed(context, caller, query);
  const { names, search } = readWordSearch(caller, query);
  const mentionedName = names.find((name) => name === foldUsername(caller.username));
  const viewed = findNewlyViewed(context, caller, 'microblog', { mentionedName, search, start: query.start });
  if (viewed) recordRead((context) => markViewed(context, caller, viewed));
  return posts;
}

export const feedHandlers = (context: Context): Handlers<Api> => ({
  feed: ({ query, ...call }) => listAndRecordRead(context, call, readEitherCase(query)),
  bookmarks: ({ caller, query }) => listFeed(context, caller, { ...readEitherCase(query), bookmarked: true }),
  likes: ({ caller, query }) => listFeed(context, caller, { ...readEitherCase(query), likeType: 'all' }),
  mentions: ({ query, ...call }) => listAndRecordRead(context, call, { ...readEitherCase(query), mentionSelf: true }),
  withHashtag: ({ caller, params, query }) => listWithHashtag(context, caller, params.tag, readEitherCase(query)),
  search: ({ params, query, ...call }) =>
    listAndRecordRead(context, call, { ...readEitherCase(query), search: assertSearch(params.text) }),
  own: ({ caller, query }) => listFeed(context, caller, { ...readEitherCase(query), byUser: caller.userID }),
  ofUser: ({ caller, params, query }) => listFeedOf(context, caller, params.userID, readEitherCase(query)),
  barrel() {
    throw notFound('barrel');
  },
});
