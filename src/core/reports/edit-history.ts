import { randomUUID } from 'node:crypto';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { presentHeaderForModerators } from './present.ts';

/**
 * Who changed content, and when. Every area with an edit history stores this in `editColumns`, together with the
 * content before the change (moderation rule M11), and shows it as `editLogEntries`.
 */
export interface Edit {
  readonly id: string;
  readonly editorID: string;
  readonly createdAt: Date;
}

/** Creates the entry for the edit that the caller is about to make. */
export const createEdit = ({ clock }: WriteContext, { userID }: Caller): Edit => ({
  id: randomUUID(),
  editorID: userID,
  createdAt: clock.now(),
});

/** A table with `editColumns`. */
export type EditTable = SQLiteTable & { readonly createdAt: SQLiteColumn; readonly $inferSelect: Edit };

/** Creates the edit history of one kind of content, in a table whose column `key` identifies the content. */
export function createEditHistory<T extends EditTable, Key extends keyof T['$inferSelect'] & string>(
  table: T,
  key: Key,
) {
  const { id: _id, editorID: _editor, createdAt: _at, [key]: keyColumn, ...logged } = getTableColumns(table);
  const names = Object.keys(logged);
  if (!keyColumn) throw new Error(`a history of edits has no column ${key}`);
  type Said = Omit<T['$inferSelect'], keyof Edit | Key>;
  const read = (said: Said, name: string) => said[name as keyof Said];
  return {
    /** Whether the two differ in any column of the history. */
    differs: (before: Said, after: Said): boolean => names.some((name) => read(before, name) !== read(after, name)),
    /** Stores the content before a change, in all columns of the history. */
    record(context: WriteContext, editor: Caller, id: T['$inferSelect'][Key], before: Said): void {
      const said = Object.fromEntries(names.map((name) => [name, read(before, name)]));
      const query = context.db.queries.insert(table as SQLiteTable);
      query.values({ ...said, ...createEdit(context, editor), [key]: id }).run();
    },
    /** Lists the edits, oldest first. */
    find: (db: Database, id: T['$inferSelect'][Key]): T['$inferSelect'][] =>
      db.queries
        .select()
        .from(table as SQLiteTable)
        .where(eq(keyColumn, id))
        .orderBy(asc(table.createdAt), sql`rowid`)
        .all() as T['$inferSelect'][],
  };
}

/** Presents an edit to moderators, without the content before it. */
export const presentEdit = (context: Context, { id, editorID, createdAt }: Edit) => ({
  editID: id,
  createdAt,
  author: presentHeaderForModerators(context, editorID),
});
