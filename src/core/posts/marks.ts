import { getTableConfig } from 'drizzle-orm/sqlite-core';
import type { WriteContext } from '#area/context.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { createPostReactions, type MarkKey, type PostReactions, type ReactionTables } from './reactions.ts';
import type { Reaction } from './records.ts';

/** A user's reaction to a post, their bookmark, or both. */
export interface PostMark {
  readonly reaction: Reaction | undefined;
  readonly isBookmarked: boolean;
}

/** The reactions and bookmarks of one table of public posts (forums rules B40 and B41). */
export interface PostMarks extends PostReactions {
  /** Returns the user's marks on these posts, by post; posts without one are missing. */
  find(db: Database, userID: string, postIDs: readonly number[]): ReadonlyMap<number, PostMark>;
  /** Returns whether that changed anything. */
  setBookmarked(context: WriteContext, userID: string, postID: number, isBookmarked: boolean): boolean;
}

interface MarkRow {
  readonly postID: number;
  readonly reaction: Reaction | null;
  readonly isBookmarked: 0 | 1;
}

/** Creates the marks of posts in a table with `postColumns`, stored in a table with `markColumns`. */
export function createPostMarks(tables: ReactionTables): PostMarks {
  const { name: marks } = getTableConfig(tables.marks);
  const findQuery = prepareQueryText<{ userID: string; postIDs: string }, MarkRow>(`
    SELECT post_id AS postID, reaction, is_bookmarked AS isBookmarked FROM ${marks}
    WHERE user_id = :userID AND post_id IN (SELECT value FROM json_each(:postIDs))`);
  const bookmarkQuery = prepareWriteText<MarkKey>(`
    INSERT INTO ${marks} (user_id, post_id, is_bookmarked) VALUES (:userID, :postID, 1)
    ON CONFLICT (user_id, post_id) DO UPDATE SET is_bookmarked = 1`);
  const removeBookmarkQuery = prepareWriteText<MarkKey>(
    `UPDATE ${marks} SET is_bookmarked = 0 WHERE user_id = :userID AND post_id = :postID`,
  );
  const removeReactionQuery = prepareWriteText<MarkKey>(
    `UPDATE ${marks} SET reaction = NULL WHERE user_id = :userID AND post_id = :postID`,
  );
  const deleteEmptyQuery = prepareWriteText<MarkKey>(`
    DELETE FROM ${marks} WHERE user_id = :userID AND post_id = :postID AND reaction IS NULL AND is_bookmarked = 0`);

  const find: PostMarks['find'] = (db, userID, postIDs) => {
    if (postIDs.length === 0) return noMarks;
    const rows = findQuery.all(db, { userID, postIDs: JSON.stringify(postIDs) });
    return new Map(rows.map((row) => [row.postID, toMark(row)]));
  };

  return {
    ...createPostReactions(tables, (db, key) => {
      removeReactionQuery.run(db, key);
      deleteEmptyQuery.run(db, key);
    }),
    find,
    setBookmarked({ db }, userID, postID, isBookmarked) {
      const wasBookmarked = find(db, userID, [postID]).get(postID)?.isBookmarked ?? false;
      if (wasBookmarked === isBookmarked) return false;
      if (isBookmarked) bookmarkQuery.run(db, { userID, postID });
      else {
        removeBookmarkQuery.run(db, { userID, postID });
        deleteEmptyQuery.run(db, { userID, postID });
      }
      return true;
    },
  };
}

const noMarks: ReadonlyMap<number, PostMark> = new Map();

const toMark = ({ reaction, isBookmarked }: MarkRow): PostMark => ({
  reaction: reaction ?? undefined,
  isBookmarked: isBookmarked === 1,
});
