import { eq, isNotNull, isNull, sum } from 'drizzle-orm';
import { countRows, createRowCounter, type RowCounts } from '#area/row-counts.ts';
import { prepareQuery } from '#db/prepared.ts';
import { forumPostEdits, forumPostMarks, forumReaders, forums } from './tables.ts';

/** Writes maintain the post counts, so these only need to be summed. */
const postsQuery = prepareQuery((queries) =>
  queries
    .select({ posts: sum(forums.postCount).mapWith(Number) })
    .from(forums)
    .where(isNull(forums.deletedAt)),
);

export const forumsRowCounts: RowCounts = {
  forum: countRows(forums, isNull(forums.deletedAt)),
  forumPost: createRowCounter((db) => postsQuery.get(db, {})?.posts),
  forumPostEdit: countRows(forumPostEdits),
  forumPostLike: countRows(forumPostMarks, isNotNull(forumPostMarks.reaction)),
  forumFavorite: countRows(forumReaders, eq(forumReaders.isFavorite, true)),
  forumPostFavorite: countRows(forumPostMarks, eq(forumPostMarks.isBookmarked, true)),
};
