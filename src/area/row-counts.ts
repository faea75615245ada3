import { and, count, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareQueryText } from '#db/prepared.ts';

/** The counted kinds; a kind's index is its number on the wire, so append new ones (moderation, Enums: CountType). */
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

/** The number of rows, in parts that are added up, each counted in a few milliseconds; deleted rows don't count. */
export type RowCounter = (db: Database) => Iterable<number>;
/** The part of the list of counts that an area provides. */
export type RowCounts = Readonly<Partial<Record<CountType, RowCounter>>>;

/** Checking this many takes a few milliseconds at most. */
const rowsPerPart = 20_000;

/** Counts the rows of a table, or those that match a condition. */
export function countRows(table: SQLiteTable, isCounted?: SQL): RowCounter {
  const name = getTableName(table);
  const span = prepareQueryText<Record<never, never>, { first: number | null; last: number | null }>(
    `SELECT (SELECT min(rowid) FROM ${name}) AS first, (SELECT max(rowid) FROM ${name}) AS last`,
  );
  const part = prepareQuery((queries, { first, last }: Placeholders<{ first: number; last: number }>) =>
    queries
      .select({ rows: count() })
      // No index leads around the range.
      .from(sql`${table} NOT INDEXED`)
      .where(and(sql`${table}.rowid BETWEEN ${first} AND ${last}`, isCounted)),
  );
  return function* (db) {
    const { first, last } = span.get(db, {}) ?? { first: null, last: null };
    if (first === null || last === null) return;
    for (let from = first; from <= last; from += rowsPerPart) {
      yield part.get(db, { first: from, last: from + rowsPerPart - 1 })?.rows ?? 0;
    }
  };
}

/** Counts what one short query returns. */
export const createRowCounter = (query: (db: Database) => number | null | undefined): RowCounter =>
  function* (db) {
    yield query(db) ?? 0;
  };
