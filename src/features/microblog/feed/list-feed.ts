import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { createMuteWordFilter } from '#core/public-text/index.ts';
import { getDirectoryVersion, getVisibleUser } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { countKeptCharacters, keepJson } from '#platform/json.ts';
import { findMarks, presentPost } from '../present.ts';
import type { FeedPostData } from '../records.ts';
import { findPosts, getPostsVersion } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { type AnchorQuery, type FeedQuery, readFeed } from './feed-query.ts';
import { type Feed, type FeedFilter, findPageOfIDs } from './store.ts';

/** The posts that a query asks for, newest first; those of one reply group oldest first (forums rules B66 to B68). */
export function listFeed(context: Context, caller: Caller, query: FeedQuery): FeedPostData[] {
  const page = findPage(context, caller, readFeed(context, caller, query));
  const hasMuteWord = createMuteWordFilter(context, caller.userID);
  const posts = markPosts(context, caller, page);
  const shown = posts.filter(({ text }) => !hasMuteWord(text));
  // The whole page was rendered; a part of it was not.
  return shown.length === posts.length ? posts : shown;
}

/** The posts of a page with what the caller has made of them. */
function markPosts(context: Context, caller: Caller, { rows, records }: FeedPage): FeedPostData[] {
  const ids = rows.map(({ id }) => id);
  const marks = findMarks(context, caller, ids);
  return marks.size === 0 ? records : rows.map((row) => presentPost(context, row, marks.get(row.id)));
}

/** The posts of one user. Throws 404 for somebody the caller does not see (forums rule B61). */
export function listFeedOf(context: Context, caller: Caller, userID: string, query: AnchorQuery): FeedPostData[] {
  getVisibleUser(context, caller, userID);
  return listFeed(context, caller, { ...query, byUser: userID });
}

/** Posts as everybody sees them who has made nothing of them. */
interface FeedPage {
  readonly rows: readonly MicroblogPostRow[];
  readonly records: FeedPostData[];
}

const pageCache = createOncePerInstance((context) =>
  createDerivedCache<FeedPage>(context.caches, {
    max: 2_000,
    maxSize: 16 * 1024 * 1024,
    measure: ({ records }) => countKeptCharacters(records),
  }),
);

/** A page is mostly the same for all who hide the same users, often nobody, so it is rendered once for all of them. */
function findPage(context: Context, caller: Caller, feed: Feed): FeedPage {
  const { userID } = caller;
  const hiddenIDs = [...listHiddenIDs(context, caller, feed.filter)];
  const load = (): FeedPage => {
    const ids = findPageOfIDs(context.db, { userID, hiddenIDs }, feed);
    const rows = findPosts(context, feed.filter.replyGroupID === undefined ? ids : ids.reverse());
    return { rows, records: keepJson(rows.map((row) => presentPost(context, row))) };
  };
  if (feed.filter.isMarked) return load();
  const basis = [getPostsVersion(context), getDirectoryVersion(context)];
  return pageCache(context).get(JSON.stringify([feed, hiddenIDs]), basis, load);
}

/** Who looks for posts of somebody, or for those they have marked, finds those of people they mute (forums rule B66). */
function listHiddenIDs(context: Context, caller: Caller, { authorIDs, isMarked }: FeedFilter): ReadonlySet<string> {
  const { blocked, hidden } = getPostReader(context, caller);
  return authorIDs.length > 0 || isMarked ? blocked : hidden;
}
