import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

/** Instances of songs from folders, complete or not. The same song may be started again later. */
export const clipSongs = sqliteTable(
  'clip_songs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The name of the song's folder. */
    name: text('name').notNull(),
    artist: text('artist').notNull(),
    bpm: integer('bpm').notNull(),
    slots: integer('slots').notNull(),
    /** Seconds per slot. */
    durations: text('durations', { mode: 'json' }).$type<readonly number[]>().notNull(),
    isPortrait: flag('is_portrait').notNull(),
    /** Whether every slot has a clip. */
    isComplete: flag('is_complete').notNull(),
    isApproved: flag('is_approved').notNull().default(false),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('clip_songs_by_state').on(table.isComplete, table.id)],
);
export type ClipSongRow = typeof clipSongs.$inferSelect;

/** Clips and offers, up to one per slot. */
export const clipSnippets = sqliteTable(
  'clip_snippets',
  {
    /** Also the id of the offer. */
    id: id('id').primaryKey(),
    songID: integer('song_id')
      .notNull()
      .references(() => clipSongs.id),
    slot: integer('slot').notNull(),
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    /** Until then, an offer without a video reserves its slot. */
    expiresAt: instant('expires_at').notNull(),
    /** Whether this is a clip; otherwise it's an offer. */
    hasVideo: flag('has_video').notNull(),
    /** Whether the video comes from the song's folder. */
    isFiller: flag('is_filler').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('one_clip_per_slot').on(table.songID, table.slot),
    index('clip_snippets_by_author').on(table.authorID, table.songID),
  ],
);
export type ClipSnippetRow = typeof clipSnippets.$inferSelect;

/** Ready songs that one of their singers hasn't seen in a list. */
export const clipSongsUnseen = sqliteTable(
  'clip_songs_unseen',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    songID: integer('song_id')
      .notNull()
      .references(() => clipSongs.id),
  },
  (table) => [
    unique('clip_song_unseen_once').on(table.userID, table.songID),
    index('clip_songs_unseen_by_song').on(table.songID),
  ],
);
