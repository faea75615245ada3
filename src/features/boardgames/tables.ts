import { sql } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { favoriteColumns } from '#core/catalogues/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import type { CatalogueGame } from './catalogue-file.ts';

/** Every game that was ever in the library; those that left it may come back (decision 67). */
export const boardGames = sqliteTable('board_games', {
  id: id('id').primaryKey(),
  /** The game's catalogue entry. */
  entry: text('entry', { mode: 'json' }).$type<CatalogueGame>().notNull(),
  gameName: text('game_name').generatedAlwaysAs(sql`(entry ->> '$.gameName')`, { mode: 'virtual' }),
  /** Its number among the games with the same name, from 1. */
  number: integer('number').notNull(),
  /** Whether it comes from the bundled sample. */
  isSample: flag('is_sample').notNull(),
  /** When it left the library. */
  deletedAt: instant('deleted_at'),
});
export type BoardGameRow = typeof boardGames.$inferSelect;

/** The users' favorite games. */
export const boardGameFavorites = sqliteTable(
  'board_game_favorites',
  {
    ...favoriteColumns(),
    subjectID: id('subject_id')
      .notNull()
      .references(() => boardGames.id),
  },
  (table) => [primaryKey({ columns: [table.userID, table.subjectID] })],
);

/** Full-text index of the games' names. */
export const boardGameFullText: FullTextIndex = {
  name: 'board_games_text',
  table: boardGames,
  key: 'game_id',
  entries: 'board_games_text_entries',
  columns: ['game_name'],
};
