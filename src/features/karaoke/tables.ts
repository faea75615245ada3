import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { favoriteColumns } from '#core/catalogues/tables.ts';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';

/**
 * Libraries of songs: the current one, one that a reload is writing, and old ones that readers may still use. A reload
 * takes effect at once, when `is_current` moves to the new library.
 */
export const karaokeLibraries = sqliteTable(
  'karaoke_libraries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    songCount: integer('song_count').notNull(),
    isCurrent: flag('is_current').notNull().default(false),
    /** Whether this is the sample that the program comes with. */
    isSample: flag('is_sample').notNull(),
    /** When the library was started, or when it was last the current one. */
    touchedAt: instant('touched_at').notNull(),
  },
  (table) => [uniqueIndex('karaoke_library_current').on(table.isCurrent).where(sql`is_current = 1`)],
);

const words = () => text('words').generatedAlwaysAs(sql`(artist || ' ' || title)`, { mode: 'virtual' });

/** The songs of each library. */
export const karaokeSongs = sqliteTable(
  'karaoke_songs',
  {
    /** The first position of the library plus the position of the song in it, so reading by position reads in order. */
    position: integer('id').primaryKey(),
    /** The same song has the same id in every library. */
    songID: id('song_id').notNull(),
    artist: text('artist').notNull(),
    title: text('title').notNull(),
    words: words(),
    /** The initial of the artist: a letter, `#` for digits, or empty (libraries rule K3). */
    initial: text('initial').notNull(),
    isMidi: flag('is_midi').notNull(),
    isVoiceReduced: flag('is_voice_reduced').notNull(),
  },
  (table) => [index('karaoke_songs_by_initial').on(table.initial, table.position)],
);
export type KaraokeSongRow = typeof karaokeSongs.$inferSelect;

/**
 * The position of each song by its id. The ids are in random order: with an index on the songs, each insert would
 * change another page. This table is written separately, in the order of the ids.
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

/** The full-text index of songs. */
export const karaokeSongFullText: FullTextIndex = {
  name: 'karaoke_songs_text',
  table: karaokeSongs,
  key: 'rowid',
  columns: ['words'],
};

/** The users' favorite songs. */
export const karaokeFavorites = sqliteTable('karaoke_favorites', favoriteColumns(), (table) => [
  primaryKey({ columns: [table.userID, table.subjectID] }),
]);

/** The log of who sang what. The song may no longer be in the library. */
export const karaokePerformances = sqliteTable(
  'karaoke_performances',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    songID: id('song_id').notNull(),
    artist: text('artist').notNull(),
    title: text('title').notNull(),
    words: words(),
    performers: text('performers').notNull(),
    /** The user who logged it; never shown (libraries rule K8). */
    managerID: id('manager_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('karaoke_performances_by_song').on(table.songID, table.id)],
);
export type KaraokePerformanceRow = typeof karaokePerformances.$inferSelect;

/** The full-text index of performed songs. */
export const karaokePerformanceFullText: FullTextIndex = {
  name: 'karaoke_performances_text',
  table: karaokePerformances,
  key: 'rowid',
  columns: ['words'],
};

/**
 * Tonight's queue: those who wait, and who was called to the stage. Entries that have ended are deleted, because the log
 * of performances has what was sung.
 */
export const karaokeQueue = sqliteTable(
  'karaoke_queue',
  {
    /** Never used again, so that a button on an old page can't concern another entry. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    /** The primary account of the person, who has one entry. */
    familyID: id('family_id').notNull(),
    /** 0 on stage, then 1 for the next and so on, without gaps. */
    position: integer('position').notNull(),
    /** Null if the singer typed a title. The song may no longer be in the library. */
    songID: id('song_id'),
    /** Null if the singer typed a title. */
    artist: text('artist'),
    title: text('title').notNull(),
    /** Whether the singer knows that they are next. */
    isAlerted: flag('is_alerted').notNull().default(false),
  },
  (table) => [
    uniqueIndex('karaoke_queue_by_family').on(table.familyID),
    uniqueIndex('karaoke_queue_on_stage').on(table.position).where(sql`position = 0`),
  ],
);
export type KaraokeQueueRow = typeof karaokeQueue.$inferSelect;

/** The state of the queue: one row. */
export const karaokeStage = sqliteTable('karaoke_stage', {
  id: integer('id').primaryKey(),
  isOpen: flag('is_open').notNull(),
  /** When the last singer was called. */
  calledAt: instant('called_at'),
  /** When someone last did something with the queue. */
  touchedAt: instant('touched_at').notNull(),
});
export type KaraokeStageRow = typeof karaokeStage.$inferSelect;
