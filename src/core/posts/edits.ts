import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context } from '#area/context.ts';
import { createEditHistory, type Edit, presentEdit } from '#core/reports/index.ts';
import { presentPictures } from './present.ts';
import type { PostEditLogData } from './records.ts';
import type { StoredPost } from './tables.ts';

/** The editable content of a post. */
export type PostContent = Pick<StoredPost, 'text' | 'images'>;

/** A table with `postEditColumns`. */
export type PostEditTable = SQLiteTable & {
  readonly createdAt: SQLiteColumn;
  readonly $inferSelect: Edit & PostContent & { readonly postID: number };
};

/** Whether both have the same content (forums rule B31). */
export const hasSameContent = (one: PostContent, other: PostContent): boolean =>
  one.text === other.text && JSON.stringify(one.images ?? []) === JSON.stringify(other.images ?? []);

/** Creates the edit histories of one table of public posts (forums rule B49). */
export function createPostEdits(table: PostEditTable) {
  const { record, find } = createEditHistory(table, 'postID');
  return {
    record,
    /** Lists edits for moderators, oldest first. */
    present: (context: Context, postID: number): PostEditLogData[] =>
      find(context.db, postID).map((edit) => ({
        postID,
        ...presentEdit(context, edit),
        text: edit.text,
        ...presentPictures(context, edit),
      })),
  };
}
