import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { reactions } from '#core/posts/records.ts';
import { buildSearchedText } from '#core/posts/tables.ts';
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
    /** The number of posts that aren't deleted, by any author. */
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

/** The members; the order of joining determines the waiting list (fez rule 4). */
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

/** The chat in which moderators tell an author why they acted on their content (moderation rule M24). */
export const moderatorChats = sqliteTable('moderator_chats', {
  authorID: userReference('author_id').primaryKey(),
  fezID: fezReference(),
});

/** Former members. */
export const fezFormer = sqliteTable(
  'fez_former',
  { fezID: fezReference(), userID: userReference('user_id') },
  (table) => [primaryKey({ columns: [table.userID, table.fezID] })],
);

/**
 * A user's reading state and choices, for members and for users behind a shared account; kept after leaving. Members
 * added on creation have no row before they first open it. The unread count is never stored: it follows from the posts.
 */
export const fezReaders = sqliteTable(
  'fez_readers',
  {
    fezID: fezReference(),
    userID: userReference('user_id'),
    /** The id of the newest read post; 0 = none. Everything before it is read, except skipped posts. */
    readUpTo: integer('read_up_to').notNull().default(0),
    /** Added by another user and not opened since. */
    isAdded: flag('is_added').notNull().default(false),
    /** The id of the newest post when it was muted; later ones don't count as unread. Null = not muted. */
    mutedAt: integer('muted_at'),
    isFavorite: flag('is_favorite').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.fezID] }),
    // Finds the users who muted a fez, on every post; usually few of many.
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
    /** Reactions of all kinds: pages of posts without any don't look for them. */
    likeCount: integer('like_count').notNull().default(0),
  },
  (table) => [
    // Covers the counts, so they don't read the posts.
    index('fez_posts_by_fez').on(table.fezID, table.id, table.authorID, table.deletedAt),
    // Finds the posts of hidden users.
    index('fez_posts_by_author').on(table.fezID, table.authorID, table.deletedAt),
  ],
);
export type FezPostRow = typeof fezPosts.$inferSelect;

/** Reactions to posts: one for each account and post (fez rule 92). */
export const fezReactions = sqliteTable(
  'fez_reactions',
  {
    postID: integer('post_id')
      .notNull()
      .references(() => fezPosts.id),
    userID: userReference('user_id'),
    reaction: text('reaction', { enum: reactions }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.postID, table.userID] })],
);

/**
 * Posts that were hidden from a user who read past them: they are unread when nothing hides them any more (decision
 * 36).
 */
export const fezSkippedPosts = sqliteTable(
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

/** Previous versions of a fez (moderation rule M11). */
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

/** Full-text indexes of fezzes and their posts. */
export const fezFullText: readonly FullTextIndex[] = [
  { name: 'fezzes_text', table: fezzes, key: 'fez_id', entries: 'fezzes_text_entries', columns: ['title', 'info'] },
  {
    name: 'fez_posts_text',
    table: fezPosts,
    key: 'rowid',
    columns: ['text'],
    contents: { text: buildSearchedText(sql`json_array(it.image)`) },
  },
];
