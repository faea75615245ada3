import { eq, isNotNull, isNull } from 'drizzle-orm';
import { countRows, type RowCounts } from '#area/row-counts.ts';
import { forumPostEdits, forumPostMarks, forumPosts, forumReaders, forums } from './tables.ts';

export const forumsRowCounts: RowCounts = {
  forum: countRows(forums, isNull(forums.deletedAt)),
  forumPost: countRows(forumPosts, isNull(forumPosts.deletedAt)),
  forumPostEdit: countRows(forumPostEdits),
  forumPostLike: countRows(forumPostMarks, isNotNull(forumPostMarks.reaction)),
  forumFavorite: countRows(forumReaders, eq(forumReaders.isFavorite, true)),
  forumPostFavorite: countRows(forumPostMarks, eq(forumPostMarks.isBookmarked, true)),
};
