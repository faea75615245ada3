import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { editColumns } from '#core/reports/tables.ts';
import { moderationStates, users } from '#core/users/tables.ts';
import { flag, id, instant, picture } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import { fezTypes, fezVisibilities } from './kinds.ts';

const userReference = (name: string) =>
  id(name)
    .notNull()
    .references(() => users.id);

/** Chats and appointments of every kind. */
export const fezzes = sqliteTable(
  'fezzes',
  {
    id: id('id').primaryKey(),
    type: text('type', { enum: fezTypes }).notNull(),
    ownerID: userReference('owner_id'),
    title: text('title').notNull(),
    info: text('info').notNull(),
    location: text('location'),
    /** Port time. */
    startTime: instant('start_time'),
    /** Port time. */
    endTime: instant('end_time'),
    minCapacity: integer('min_capacity').notNull(),
    /** 0 = no limit. */
    maxCapacity: integer('max_capacity').notNull(),
    cancelled: flag('cancelled').notNull().default(false),
    visibility: text('visibility', { enum: fezVisibilities }).notNull(),
    moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
    /** Posts that are not deleted, whoever wrote them. */
    postCount: integer('post_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    lastModifiedAt: instant('last_modified_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('fezzes_by_owner').on(table.ownerID),
    index('fezzes_by_type_and_start').on(table.type, table.startTime),
  ],
);
export type FezRow = typeof fezzes.$inferSelect;

const fezReference = () =>
  id('fez_id')
    .notNull()
    .references(() => fezzes.id);

/** Who is in it; the order of joining decides who is on the waiting list (fez rule 4). */
export const fezMembers = sqliteTable(
  'fez_members',
  {
    position: integer('position').primaryKey({ autoIncrement: true }),
    fezID: fezReference(),
    userID: userReference('user_id'),
  },
  (table) => [
    index('fez_members_by_fez').on(table.fezID, table.position, table.userID),
    index('fez_members_by_user').on(table.userID, table.fezID),
  ],
);

/** Who was in it once and is no longer. */
export const fezFormer = sqliteTable(
  'fez_former',
  { fezID: fezReference(), userID: userReference('user_id') },
  (table) => [primaryKey({ columns: [table.userID, table.fezID] })],
);

/**
 * What a user has read and chosen, for members and for those behind a shared account alike; it outlasts leaving. Who
 * was put in when it was made has no row before the first look. How much is unread is never stored: it follows from the
 * posts.
 */
export const fezReaders = sqliteTable(
  'fez_readers',
  {
    fezID: fezReference(),
    userID: userReference('user_id'),
    /** Id of the newest post read; 0 = none. Everything before it is read but for what was ignored. */
    readUpTo: integer('read_up_to').notNull().default(0),
    /** Put in by another user and not opened since. */
    isAdded: flag('is_added').notNull().default(false),
    /** Id of the newest post when it was muted: later ones are not called unread. Null = not muted. */
    mutedAt: integer('muted_at'),
    isFavorite: flag('is_favorite').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.fezID] }),
    // Who has muted a fez, asked at every post: mostly few of many.
    index('fez_readers_muted').on(table.fezID).where(sql`"muted_at" IS NOT NULL`),
  ],
);
export type FezReaderRow = typeof fezReaders.$inferSelect;

export const fezPosts = sqliteTable(
  'fez_posts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    fezID: fezReference(),
    authorID: userReference('author_id'),
    text: text('text').notNull(),
    /** File name. */
    image: picture('image'),
    moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    // Holds all that counting takes, so that no post is looked at for it.
    index('fez_posts_by_fez').on(table.fezID, table.id, table.authorID, table.deletedAt),
    // Finds what hidden users wrote.
    index('fez_posts_by_author').on(table.fezID, table.authorID, table.deletedAt),
  ],
);
export type FezPostRow = typeof fezPosts.$inferSelect;

/**
 * Posts that were hidden from a user who read on past them: they are unread once nothing hides them any more
 * (decision 36).
 */
export const fezPassedOver = sqliteTable(
  'fez_passed_over',
  {
    userID: userReference('user_id'),
    fezID: fezReference(),
    postID: integer('post_id')
      .notNull()
      .references(() => fezPosts.id),
  },
  (table) => [primaryKey({ columns: [table.userID, table.fezID, table.postID] })],
);

/** What a fez said before it was changed (moderation rule M11). */
export const fezEdits = sqliteTable(
  'fez_edits',
  {
    ...editColumns(),
    fezID: fezReference(),
    title: text('title').notNull(),
    info: text('info').notNull(),
    location: text('location'),
  },
  (table) => [index('fez_edits_by_fez').on(table.fezID)],
);
export type FezEditRow = typeof fezEdits.$inferSelect;

/** Where the words of fezzes and of their posts are searched for. */
export const fezFullText: readonly FullTextIndex[] = [
  { name: 'fezzes_text', table: fezzes, key: 'fez_id', entries: 'fezzes_text_entries', columns: ['title', 'info'] },
  { name: 'fez_posts_text', table: fezPosts, key: 'rowid', columns: ['text'] },
];
