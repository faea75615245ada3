import { asc, eq, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createEdit, presentEdit } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import type { PostEditLogData } from './records.ts';
import type { StoredPost } from './tables.ts';

/** An entry of a post's edit history as stored. */
interface PostEditRow {
  readonly id: string;
  readonly editorID: string;
  readonly createdAt: Date;
  readonly postID: number;
  readonly text: string;
  readonly images: readonly string[] | null;
}

type EditTable = SQLiteTable & {
  readonly postID: SQLiteColumn;
  readonly createdAt: SQLiteColumn;
  readonly $inferSelect: PostEditRow;
  readonly $inferInsert: Omit<PostEditRow, 'images'> & { readonly images?: PostEditRow['images'] | undefined };
};

/** What a post says; a change of it is an edit. */
export type PostContent = Pick<StoredPost, 'text' | 'images'>;

/** Do the two say the same? (forums rule B31) */
export const saysTheSame = (one: PostContent, other: PostContent): boolean =>
  one.text === other.text && JSON.stringify(one.images ?? []) === JSON.stringify(other.images ?? []);

/** The edit histories of one table of public posts (forums rule B49). */
export function createPostEdits(edits: EditTable) {
  return {
    /** Stores what a post says before it changes, for the moderators. */
    record(context: WriteContext, editor: Caller, { id: postID, text, images }: PostContent & { id: number }): void {
      context.db.queries
        .insert(edits)
        .values({ ...createEdit(context, editor), postID, text, images })
        .run();
    },
    /** As moderators read them, oldest first. */
    present(context: Context, postID: number): PostEditLogData[] {
      return findEdits(context.db, edits, postID).map((edit) => ({
        postID: edit.postID,
        ...presentEdit(context, edit),
        text: edit.text,
        images: edit.images === null ? undefined : [...edit.images],
      }));
    },
  };
}

/** Moderators alone ask for them, and rarely. */
function findEdits(db: Database, edits: EditTable, postID: number): PostEditRow[] {
  const query = db.queries.select().from(edits).where(eq(edits.postID, postID));
  return query.orderBy(asc(edits.createdAt), sql`rowid`).all() as PostEditRow[];
}
