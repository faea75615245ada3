import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { favoriteColumns } from '#core/catalogues/tables.ts';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';

/**
 * Libraries of songs: the present one, one that a reload is writing next to it, and old ones for as long as someone may
 * be reading them. A reload takes effect whole when the mark of the present one moves.
 */
export const karaokeLibraries = sqliteTable(
  'karaoke_libraries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    songCount: integer('song_count').notNull(),
    isCurrent: flag('is_current').notNull().default(false),
    /** Is it the sample carried in the program? */
    isSample: flag('is_sample').notNull(),
    /** When it was begun, or was the present one last. */
    touchedAt: instant('touched_at').notNull(),
  },
  (table) => [uniqueIndex('karaoke_library_current').on(table.isCurrent).where(sql`is_current = 1`)],
);

const words = () => text('words').generatedAlwaysAs(sql`(artist || ' ' || title)`, { mode: 'virtual' });

/** The songs of each library. */
export const karaokeSongs = sqliteTable(
  'karaoke_songs',
  {
    /** The library's first position and the song's place in its order: reading by it is reading in order. */
    position: integer('id').primaryKey(),
    /** The same for the same song in every library. */
    songID: id('song_id').notNull(),
    artist: text('artist').notNull(),
    title: text('title').notNull(),
    words: words(),
    /** The letter under which the artist is listed, `#` for digits, else empty (libraries rule K3). */
    initial: text('initial').notNull(),
    isMidi: flag('is_midi').notNull(),
    isVoiceReduced: flag('is_voice_reduced').notNull(),
  },
  (table) => [index('karaoke_songs_by_initial').on(table.initial, table.position)],
);
export type KaraokeSongRow = typeof karaokeSongs.$inferSelect;

/**
 * Where each song of a library stands. Ids come in no order that has to do with places: in an index of the songs each one
 * written would change another page. Here they are written by themselves, in their own order.
 */
export const karaokeSongPlaces = sqliteTable(
  'karaoke_song_places',
  {
    libraryID: integer('library_id').notNull(),
    songID: id('song_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.libraryID, table.songID] })],
);

/** Where songs are searched for. */
export const karaokeSongFullText: FullTextIndex = {
  name: 'karaoke_songs_text',
  table: karaokeSongs,
  key: 'rowid',
  columns: ['words'],
};

/** Songs that users have made their favorites. */
export const karaokeFavorites = sqliteTable('karaoke_favorites', favoriteColumns(), (table) => [
  primaryKey({ columns: [table.userID, table.subjectID] }),
]);

/** The log of who sang what; the song may have left the library since. */
export const karaokePerformances = sqliteTable(
  'karaoke_performances',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    songID: id('song_id').notNull(),
    artist: text('artist').notNull(),
    title: text('title').notNull(),
    words: words(),
    performers: text('performers').notNull(),
    /** Who logged it; shown to no one (libraries rule K8). */
    managerID: id('manager_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('karaoke_performances_by_song').on(table.songID, table.id)],
);
export type KaraokePerformanceRow = typeof karaokePerformances.$inferSelect;

/** Where songs that were sung are searched for. */
export const karaokePerformanceFullText: FullTextIndex = {
  name: 'karaoke_performances_text',
  table: karaokePerformances,
  key: 'rowid',
  columns: ['words'],
};
