import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { LiveForum } from '../live-forums.ts';
import { forumReaders } from '../tables.ts';

/** A thread that a user watches. */
export interface WatchedForum {
  readonly forumID: string;
  /** The ordinal from which on posts are news, since the user last looked. */
  readonly watchedFrom: number;
}

const watchedQuery = prepareQueryText<{ userID: string }, WatchedForum>(`
  SELECT forum_id AS forumID, watched_from AS watchedFrom FROM forum_readers
  WHERE user_id = :userID AND watched_from IS NOT NULL`);

/** By user: each poll of the summary depends on it. */
const watchedCache = cacheByKey<readonly WatchedForum[]>(
  [{ table: forumReaders, key: forumReaders.userID, columns: [forumReaders.watchedFrom] }],
  { max: 20_000 },
);

/** Returns the threads that a user watches, also deleted ones and those they may no longer see. */
export const findWatched = (context: Context, userID: string): readonly WatchedForum[] =>
  watchedCache(context).get(userID, () => watchedQuery.all(context.db, { userID }));

const saveVisitQuery = prepareWriteText<{ userID: string; forumID: string; watchedFrom: number }>(`
  UPDATE forum_readers SET watched_from = :watchedFrom
  WHERE user_id = :userID AND forum_id = :forumID AND watched_from < :watchedFrom`);

/** Stores that a watcher has looked at a thread, so that only later posts are news to them. */
export const saveVisit = ({ db }: WriteContext, userID: string, { id, postsEver }: LiveForum): void =>
  void saveVisitQuery.run(db, { userID, forumID: id, watchedFrom: postsEver });

type NewPost = { forumID: string; ordinal: number; exceptIDs: string };

/** Watchers who have looked since the previous visible post. */
const watchersUpToDate = `forum_id = :forumID AND watched_from <= :ordinal AND watched_from > (
  SELECT coalesce(max(ordinal), -1) FROM forum_posts
  WHERE forum_id = :forumID AND ordinal < :ordinal AND deleted_at IS NULL
    AND moderation_state NOT IN ('quarantined', 'autoQuarantined'))`;

const recipientsQuery = prepareQueryText<NewPost, { userID: string }>(`
  SELECT user_id AS userID FROM forum_readers
  WHERE ${watchersUpToDate} AND user_id NOT IN (SELECT value FROM json_each(:exceptIDs))`);

/** Counts the post as seen for watchers that it doesn't concern, so that the next post notifies them. */
const skipPostQuery = prepareWriteText<NewPost>(`
  UPDATE forum_readers SET watched_from = :ordinal + 1
  WHERE ${watchersUpToDate} AND user_id IN (SELECT value FROM json_each(:exceptIDs))`);

/**
 * Returns the watchers whose first new post since their last look is this one, except those it doesn't concern. Writes
 * nothing for the watchers, however many there are.
 */
export function findWatchersToNotify(
  { db }: WriteContext,
  { exceptIDs, ...post }: { forumID: string; ordinal: number; exceptIDs: Iterable<string> },
): string[] {
  const parameters = { ...post, exceptIDs: JSON.stringify([...exceptIDs]) };
  const found = recipientsQuery.all(db, parameters).map(({ userID }) => userID);
  skipPostQuery.run(db, parameters);
  return found;
}

const forumsWithNewPostsQuery = prepareQueryText<
  { watched: string; userID: string; hiddenIDs: string },
  { forumID: string }
>(`
  SELECT one.value ->> 'forumID' AS forumID FROM json_each(:watched) AS one
  WHERE EXISTS (
    SELECT 1 FROM forum_posts AS p
    WHERE p.forum_id = one.value ->> 'forumID' AND p.ordinal >= one.value ->> 'watchedFrom'
      AND p.deleted_at IS NULL AND p.moderation_state NOT IN ('quarantined', 'autoQuarantined')
      AND p.author_id <> :userID AND p.author_id NOT IN (SELECT value FROM json_each(:hiddenIDs)))`);

/** Returns the threads with a post that is news to this reader. */
export const findForumsWithNewPosts = (
  { db }: Context,
  { userID, hidden }: { readonly userID: string; readonly hidden: Iterable<string> },
  watched: readonly WatchedForum[],
): string[] =>
  forumsWithNewPostsQuery
    .all(db, { watched: JSON.stringify(watched), userID, hiddenIDs: JSON.stringify([...hidden]) })
    .map(({ forumID }) => forumID);
