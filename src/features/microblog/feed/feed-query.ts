import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import { clampPage, limitToMaxMatches, type Page } from '#contract/query.ts';
import { areDescriptionsOff } from '#core/images/index.ts';
import { reactions } from '#core/posts/records.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findVisibleUserByName } from '#core/users/index.ts';
import { foldCase } from '#platform/text/lines.ts';
import type { feedApi } from './api.ts';
import { type FeedFilter, type FeedSlice, findFirstIDSince, findLastIDUntil, type Traversal } from './store.ts';
import type { WordSearch } from './word-search.ts';

/** The start and length of a page of the feed (forums rule B67). */
export type AnchorQuery = QueryOf<typeof feedApi.own>;

/** The query of the feed (forums rules B66 to B68). */
export interface FeedQuery extends AnchorQuery {
  readonly search?: string;
  readonly hashtag?: string;
  readonly mentions?: string;
  readonly mentionSelf?: boolean;
  readonly byUser?: string;
  readonly byUsername?: string;
  readonly bookmarked?: boolean;
  readonly replyGroup?: number;
  readonly hideReplies?: boolean;
  readonly likeType?: string;
}

const defaultLimit = 50;

/** Returns the part of the feed that a query selects. Throws 400 for the name of no user that the caller sees. */
export function parseFeedQuery(context: Context, caller: Caller, query: FeedQuery, words: WordSearch): FeedSlice {
  const page = readPage(context, query);
  return {
    filter: {
      ...readFilter(context, caller, query),
      words: words.filter,
      isByTextAlone: areDescriptionsOff(context),
    },
    walk: { ...(words.search === undefined ? page : limitToMaxMatches(page)), ...readAnchor(context, query) },
  };
}

const readPage = (context: Context, query: FeedQuery): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumMicroblogPosts });

/** A `likeType` that isn't a reaction selects the posts with any mark of the caller (forums, Enums: LikeFilter). */
function readFilter(context: Context, caller: Caller, query: FeedQuery): Omit<FeedFilter, 'words' | 'isByTextAlone'> {
  const { byUser, byUsername, bookmarked = false, replyGroup, hideReplies = false, likeType = '' } = query;
  const authorIDs = [byUser, byUsername === undefined ? undefined : findUserID(context, caller, byUsername)];
  return {
    authorIDs: authorIDs.filter((userID) => userID !== undefined),
    replyGroupID: replyGroup,
    withoutReplies: hideReplies && replyGroup === undefined,
    isMarked: bookmarked || likeType !== '',
    isBookmarked: bookmarked,
    isReactedTo: likeType === 'all',
    reaction: reactions.find((reaction) => reaction === likeType),
  };
}

function findUserID(context: Context, caller: Caller, name: string): string {
  const user = findVisibleUserByName(context, caller, name);
  if (!user) throw malformed(`No user is called "${name}".`, 'unknownUser');
  return user.userID;
}

/** The first of several anchors counts: after, before, afterDate, beforeDate, from (forums rule B67). */
function readAnchor(
  context: Context,
  { after, before, afterDate, beforeDate, from }: AnchorQuery,
): Pick<Traversal, 'direction' | 'anchor'> {
  if (after !== undefined) return { direction: 'newer', anchor: after };
  if (before !== undefined) return { direction: 'older', anchor: before };
  if (afterDate) return { direction: 'newer', anchor: findLastIDUntil(context.db, afterDate) };
  if (beforeDate) return { direction: 'older', anchor: findFirstIDSince(context.db, beforeDate) };
  const isFirst = foldCase(from ?? '') === 'first';
  return isFirst
    ? { direction: 'newer', anchor: Number.MIN_SAFE_INTEGER }
    : { direction: 'older', anchor: Number.MAX_SAFE_INTEGER };
}
