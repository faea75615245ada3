import { createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { forumPosts, forumReaders, forums } from '../tables.ts';
import { findWatched } from './store.ts';
import { countWatchedWithNewPosts } from './watch.ts';

const getOwnVersion = createVersionByKey([
  { table: forumReaders, key: forumReaders.userID, columns: [forumReaders.watchedFrom] },
]);

const getForumVersion = createVersionByKey([
  {
    table: forums,
    key: forums.id,
    columns: [forums.categoryID, forums.creatorID, forums.moderationState, forums.deletedAt],
  },
  { table: forumPosts, key: forumPosts.forumID },
]);

/** Counts the watched threads with a post that the viewer hasn't looked at (forums rule B76). */
export const watchingCounters = (context: Context): CounterSource => ({
  version: (viewer) =>
    viewer
      ? Math.max(
          getOwnVersion(context, viewer.userID),
          ...findWatched(context, viewer.userID).map(({ forumID }) => getForumVersion(context, forumID)),
        )
      : 0,
  count(viewer) {
    const count = viewer ? countWatchedWithNewPosts(context, viewer) : 0;
    return count > 0 ? { counters: { watchedForumCount: count } } : {};
  },
});
