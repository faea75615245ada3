import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { getPostReader, type PostReader } from '#core/posts/index.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import { createVisibilityTest, getForum } from '../access.ts';
import { findForums, type LiveForum, type NewestPost } from '../live-forums.ts';
import { type ForumReading, findReading, saveReaderFlag } from '../reading/readers.ts';
import { findForumsWithNewPosts, findWatched } from './store.ts';

/** The most threads that one user can watch: each adds to the work of every poll. */
export const maxWatched = 200;

const isWatched = (row: Pick<ForumReading, 'watchedFrom'> | undefined): boolean => (row?.watchedFrom ?? null) !== null;

/** Watches a forum for the caller; returns whether that changed anything (forums rules B74 and B78). */
export function watchForum(context: WriteContext, caller: Caller, forumID: string): boolean {
  const { forum } = getForum(context, caller, forumID);
  const row = findReading(context, caller, forumID);
  if (row?.isMuted) throw malformed("You can't watch a muted thread. Unmute it first.", 'markedOtherwise');
  if (isWatched(row)) return false;
  const watched = findWatched(context, caller.userID).map((one) => one.forumID);
  if (findForums(context, watched).length >= maxWatched)
    throw malformed(`You're watching ${maxWatched} threads already. Stop watching one first.`, 'limitReached');
  saveReaderFlag(context, caller, forumID, { watchedFrom: forum.postsEver });
  return true;
}

/** Stops watching a forum; returns whether that changed anything. */
export function unwatchForum(context: WriteContext, caller: Caller, forumID: string): boolean {
  getForum(context, caller, forumID);
  if (!isWatched(findReading(context, caller, forumID))) return false;
  saveReaderFlag(context, caller, forumID, { watchedFrom: null });
  return true;
}

/** Whether this user can be notified of posts in watched threads. */
export const hasWatching = (context: Context, viewer: Caller | undefined): boolean =>
  !isFeatureDisabled(context, viewer, 'watching') && !isFeatureDisabled(context, viewer, 'forums');

/** Returns the field `isWatched` of records: absent if there's nothing to say (forums rule B79). */
export const presentWatched = (
  context: Context,
  caller: Caller,
  row: Pick<ForumReading, 'watchedFrom'> | undefined,
): true | undefined => (isWatched(row) && hasWatching(context, caller) ? true : undefined);

/** Returns a test of whether a watched forum can have news for the caller: not under review (forums rule B77). */
export function createNewPostsCheck(context: Context, caller: Caller): (forum: LiveForum) => boolean {
  if (!hasWatching(context, caller)) return () => false;
  const canSee = createVisibilityTest(context, caller);
  return (forum) => canSee(forum) && !isUnderReview(forum.moderationState);
}

/** Counts the watched forums with a post that is news to the caller (forums rule B76). */
export function countWatchedWithNewPosts(context: Context, caller: Caller): number {
  const watched = new Map(findWatched(context, caller.userID).map((one) => [one.forumID, one]));
  if (watched.size === 0) return 0;
  const forums = findForums(context, [...watched.keys()])
    .filter(({ id, newest }) => newest !== undefined && newest.ordinal >= (watched.get(id)?.watchedFrom ?? 0))
    .filter(createNewPostsCheck(context, caller));
  const reader = getPostReader(context, caller);
  // Usually the newest post decides, which needs no query: that took 2% of the processor with a whole ship.
  const unclear = forums.filter(({ newest }) => newest && !isNews(reader, newest));
  const sought = unclear.flatMap(({ id }) => watched.get(id) ?? []);
  const found = sought.length > 0 ? findForumsWithNewPosts(context, reader, sought) : [];
  return forums.length - unclear.length + found.length;
}

const isNews = ({ userID, hidden }: PostReader, { authorID, moderationState }: NewestPost): boolean =>
  authorID !== userID && !hidden.has(authorID) && !isUnderReview(moderationState);
