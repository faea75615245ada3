import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { clampPage } from '#contract/query.ts';
import { reactions } from '#core/posts/records.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { listVisibleUsers } from '#core/users/index.ts';
import { foldCase } from '#platform/text.ts';
import { type Feed, type FeedFilter, findIDFrom, findIDUpTo, type Walk } from './store.ts';

/** Where a page of the feed begins, and how long it is (forums rule B67). */
export interface AnchorQuery {
  readonly after?: number;
  readonly before?: number;
  readonly afterDate?: Date;
  readonly beforeDate?: Date;
  readonly from?: string;
  readonly start?: number;
  readonly limit?: number;
}

/** What may be asked of the feed (forums rules B66 to B68). */
export interface FeedQuery extends AnchorQuery {
  readonly byUser?: string;
  readonly byUsername?: string;
  readonly bookmarked?: boolean;
  readonly replyGroup?: number;
  readonly hideReplies?: boolean;
  readonly likeType?: string;
}

const names = [
  ...['after', 'before', 'afterDate', 'beforeDate', 'from', 'start', 'limit'],
  ...['byUser', 'byUsername', 'bookmarked', 'replyGroup', 'hideReplies', 'likeType'],
];

/** A query whose parameters may also be written all in lower case (forums rule B66). */
export function readSpellings(query: Readonly<Record<string, unknown>>): FeedQuery {
  const entries = names.map((name) => [name, query[name] ?? query[name.toLowerCase()]]);
  // Each was read by the schema that the declaration names in both spellings.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const defaultLimit = 50;

/**
 * The part of the feed that a query asks for. Throws 400 for the name of nobody the caller sees. A `likeType`
 * that is no reaction leaves the posts that the caller has marked in any way (forums, Enums: LikeFilter).
 */
export function readFeed(context: Context, caller: Caller, query: FeedQuery): Feed {
  return { filter: readFilter(context, caller, query), walk: readWalk(context, query) };
}

function readFilter(context: Context, caller: Caller, query: FeedQuery): FeedFilter {
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
  const [user] = listVisibleUsers(context, caller, ({ username }) => foldCase(username) === foldCase(name));
  if (!user) throw malformed(`There is no user called "${name}".`);
  return user.userID;
}

/** Of several anchors the first one counts: after, before, afterDate, beforeDate, from (forums rule B67). */
function readWalk(context: Context, { after, before, afterDate, beforeDate, from, ...query }: AnchorQuery): Walk {
  const max = getServerSettings(context).maximumMicroblogPosts;
  const page = clampPage(query, { default: defaultLimit, max });
  const newerThan = (id: number): Walk => ({ ...page, direction: 'newer', anchor: id });
  const olderThan = (id: number): Walk => ({ ...page, direction: 'older', anchor: id });
  if (after !== undefined) return newerThan(after);
  if (before !== undefined) return olderThan(before);
  if (afterDate) return newerThan(findIDUpTo(context.db, afterDate));
  if (beforeDate) return olderThan(findIDFrom(context.db, beforeDate));
  return foldCase(from ?? '') === 'first' ? newerThan(Number.MIN_SAFE_INTEGER) : olderThan(Number.MAX_SAFE_INTEGER);
}
