import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { getPostReader, joinPostWords } from '#core/posts/index.ts';
import { createMuteWordFilter, readSearchedTag } from '#core/public-text/index.ts';
import { getVisibleUser } from '#core/users/index.ts';
import { findMarks, presentPost } from '../present.ts';
import type { FeedPostData } from '../records.ts';
import { findPosts } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { type AnchorQuery, type FeedQuery, parseFeedQuery } from './feed-query.ts';
import { moveAnchorToPage } from './move-anchor.ts';
import { type FeedFilter, type FeedSlice, findPageOfIDs } from './store.ts';
import { createExactFilter, readWordSearch } from './word-search.ts';

/**
 * Returns the posts that a query selects, newest first; those of one reply group oldest first (forums rules B66 to
 * B68).
 */
export function listFeed(
  context: Context,
  caller: Caller,
  query: FeedQuery,
  { isTagExact = false }: { isTagExact?: boolean } = {},
): FeedPostData[] {
  const words = readWordSearch(caller, query);
  const posts = presentPage(context, caller, parseFeedQuery(context, caller, query, words));
  const isFound = createExactFilter(words, isTagExact);
  const hasMuteWord = createMuteWordFilter(context, caller.userID);
  return posts.filter((post) => isFound(post.text) && !hasMuteWord(joinPostWords(post)));
}

/** Returns the posts of one user. Throws 404 for a user that the caller doesn't see (forums rule B61). */
export function listFeedOf(context: Context, caller: Caller, userID: string, query: AnchorQuery): FeedPostData[] {
  getVisibleUser(context, caller, userID);
  return listFeed(context, caller, { ...query, byUser: userID });
}

/** Returns the posts with exactly this hashtag. Throws 400 for a blank one (forums rule B61). */
export function listWithHashtag(context: Context, caller: Caller, tag: string, query: AnchorQuery): FeedPostData[] {
  if (readSearchedTag(tag) === '') throw malformed('The hashtag must not be blank.', 'searchTooShort');
  return listFeed(context, caller, { ...query, hashtag: tag }, { isTagExact: true });
}

/** Returns the text to search for. Throws 400 for a blank one (forums rule B61). */
export function assertSearch(text: string): string {
  if (text.trim() === '') throw malformed('Enter a text to search for.', 'searchTooShort');
  return text;
}

/** Returns a page as the caller sees it. */
function presentPage(context: Context, caller: Caller, feed: FeedSlice): FeedPostData[] {
  const rows = findRows(context, caller, [...listHiddenIDs(context, caller, feed.filter)], feed);
  const ids = rows.map(({ id }) => id);
  const marks = findMarks(context, caller, ids);
  return rows.map((row) => presentPost(context, row, marks.get(row.id)));
}

function findRows(
  context: Context,
  { userID }: Caller,
  hiddenIDs: readonly string[],
  feed: FeedSlice,
): MicroblogPostRow[] {
  const ids = findPageOfIDs(context.db, { userID, hiddenIDs }, moveAnchorToPage(context, hiddenIDs, feed));
  return findPosts(context, feed.filter.replyGroupID === undefined ? ids : ids.reverse());
}

/** Searches for an author's posts, or for marked posts, include people that the caller mutes (forums rule B66). */
function listHiddenIDs(context: Context, caller: Caller, { authorIDs, isMarked }: FeedFilter): ReadonlySet<string> {
  const { blocked, hidden } = getPostReader(context, caller);
  return authorIDs.length > 0 || isMarked ? blocked : hidden;
}
