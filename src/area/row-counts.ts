import { count, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';

/** What is counted, at its index; new kinds come last (moderation, Enums: CountType). */
export const countTypes = [
  'user',
  'profileEdit',
  'userNote',
  'alertword',
  'muteword',
  'photoStream',
  'lfg',
  'lfgParticipant',
  'lfgPost',
  'seamail',
  'seamailPost',
  'privateEvent',
  'personalEvent',
  'forum',
  'forumPost',
  'forumPostEdit',
  'forumPostLike',
  'karaokePlayedSong',
  'microKaraokeSnippet',
  'userFavorite',
  'eventFavorite',
  'forumFavorite',
  'forumPostFavorite',
  'boardgameFavorite',
  'karaokeFavorite',
  'report',
  'moderationAction',
  'quartermasterItem',
] as const;
export type CountType = (typeof countTypes)[number];

/** How many there are; deleted ones do not count. */
export type RowCounter = (db: Database) => number;
/** What an area counts of the list of all counts. */
export type RowCounts = Readonly<Partial<Record<CountType, RowCounter>>>;

/** Counts the rows of a table, or those of which something is true. */
export function countRows(table: SQLiteTable, isCounted?: SQL): RowCounter {
  const query = prepareQuery((queries) => queries.select({ rows: count() }).from(table).where(isCounted));
  return (db) => query.get(db, {})?.rows ?? 0;
}
