import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

export const hunts = sqliteTable('hunts', {
  id: id('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull(),
});
export type HuntRow = typeof hunts.$inferSelect;

export const huntPuzzles = sqliteTable(
  'hunt_puzzles',
  {
    id: id('id').primaryKey(),
    huntID: id('hunt_id')
      .notNull()
      .references(() => hunts.id),
    /** The position of the puzzle in its hunt, in the order of creation. */
    position: integer('position').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    answer: text('answer').notNull(),
    /** Port time. Null if the puzzle is always open. */
    unlockTime: instant('unlock_time'),
  },
  (table) => [unique('hunt_puzzles_in_order').on(table.huntID, table.position)],
);
export type HuntPuzzleRow = typeof huntPuzzles.$inferSelect;

/** Hints for users who call in this answer, by normalised form. */
export const huntHints = sqliteTable(
  'hunt_hints',
  {
    puzzleID: id('puzzle_id')
      .notNull()
      .references(() => huntPuzzles.id),
    key: text('key').notNull(),
    hint: text('hint').notNull(),
  },
  (table) => [primaryKey({ columns: [table.puzzleID, table.key] })],
);

export const callInResults = ['incorrect', 'hint', 'correct'] as const;
export type CallInResult = (typeof callInResults)[number];

/**
 * Answers that users called in. Each answer is stored once, however often it was sent. Ids are in the order of arrival.
 */
export const huntCallIns = sqliteTable(
  'hunt_call_ins',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    puzzleID: id('puzzle_id')
      .notNull()
      .references(() => huntPuzzles.id),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    normalized: text('normalized').notNull(),
    raw: text('raw').notNull(),
    result: text('result', { enum: callInResults }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('hunt_call_ins_once').on(table.puzzleID, table.userID, table.normalized),
    index('hunt_call_ins_by_answer').on(table.puzzleID, table.normalized, table.result),
  ],
);
export type HuntCallInRow = typeof huntCallIns.$inferSelect;
