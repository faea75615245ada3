import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accessLevels, userRoles } from '#contract/access.ts';
import { markColumns, postColumns, postEditColumns, searchedText } from '#core/posts/tables.ts';
import { editColumns } from '#core/reports/tables.ts';
import { moderationStates, users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import { events } from '#features/schedule/tables.ts';

/** Categories of forums; created at the first start and never changed (forums rule B11). */
export const forumCategories = sqliteTable('forum_categories', {
  id: id('id').primaryKey(),
  title: text('title').notNull().unique(),
  purpose: text('purpose').notNull(),
  viewLevel: text('view_level', { enum: accessLevels }).notNull(),
  createLevel: text('create_level', { enum: accessLevels }).notNull(),
  /** Users without it don't see the category, except moderators and above. */
  requiredRole: text('required_role', { enum: userRoles }),
  isEventCategory: flag('is_event_category').notNull().default(false),
});
export type ForumCategoryRow = typeof forumCategories.$inferSelect;

const categoryReference = (name: string) => id(name).references(() => forumCategories.id);

/** Threads. */
export const forums = sqliteTable(
  'forums',
  {
    id: id('id').primaryKey(),
    categoryID: categoryReference('category_id').notNull(),
    creatorID: id('creator_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
    isPinned: flag('is_pinned').notNull().default(false),
    /** The event it was created for, even after that was deleted. */
    eventID: id('event_id').references(() => events.id),
    /** The number of posts that aren't deleted, by any author. */
    postCount: integer('post_count').notNull().default(0),
    /** The number of posts ever written in it: the ordinal of the next one. */
    postsEver: integer('posts_ever').notNull().default(0),
    /** When the last post was written, deleted or not (forums rule B25). */
    lastPostAt: instant('last_post_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** How long a person waits between two posts; 0 without slow mode. */
    slowModeSeconds: integer('slow_mode_seconds').notNull().default(0),
    isClosedToNewAccounts: flag('is_closed_to_new_accounts').notNull().default(false),
    /** When it closes, or has closed. */
    closesAt: instant('closes_at'),
    /** Posts of a deleted forum are deleted with it, without a change to their rows. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('forums_by_event').on(table.eventID),
    // Covers the page of a category, so the query doesn't read rows that it doesn't show.
    index('forums_by_category')
      .on(table.categoryID, table.isPinned, table.lastPostAt, table.id, table.creatorID)
      .where(sql`deleted_at IS NULL`),
    index('forums_by_last_post')
      .on(table.lastPostAt, table.id, table.categoryID, table.creatorID)
      .where(sql`deleted_at IS NULL`),
  ],
);
export type ForumRow = typeof forums.$inferSelect;

const forumReference = () =>
  id('forum_id')
    .notNull()
    .references(() => forums.id);

export const forumPosts = sqliteTable(
  'forum_posts',
  {
    ...postColumns(),
    forumID: forumReference(),
    /**
     * The number of earlier posts in the forum, including deleted ones. It never changes. A post's position in the
     * thread follows from it and from the deleted or hidden posts, so no page needs counting.
     */
    ordinal: integer('ordinal').notNull(),
    isPinned: flag('is_pinned').notNull().default(false),
  },
  (table) => [
    uniqueIndex('forum_posts_by_forum').on(table.forumID, table.ordinal),
    index('forum_posts_by_author').on(table.authorID, table.forumID, table.ordinal).where(sql`deleted_at IS NULL`),
    index('forum_posts_deleted').on(table.forumID, table.ordinal).where(sql`deleted_at IS NOT NULL`),
    index('forum_posts_pinned').on(table.forumID).where(sql`is_pinned = 1`),
  ],
);
export type ForumPostRow = typeof forumPosts.$inferSelect;

const postReference = () =>
  integer('post_id')
    .notNull()
    .references(() => forumPosts.id);

/** Reactions and bookmarks. */
export const forumPostMarks = sqliteTable(
  'forum_post_marks',
  { postID: postReference(), ...markColumns() },
  (table) => [
    primaryKey({ columns: [table.userID, table.postID] }),
    index('forum_post_marks_by_post').on(table.postID).where(sql`reaction IS NOT NULL`),
  ],
);

/** Previous versions of edited posts. */
export const forumPostEdits = sqliteTable(
  'forum_post_edits',
  { ...postEditColumns(), postID: postReference() },
  (table) => [index('forum_post_edits_by_post').on(table.postID)],
);

/** Previous titles and categories of forums (moderation rules M10 and M11). */
export const forumEdits = sqliteTable(
  'forum_edits',
  {
    ...editColumns(),
    forumID: forumReference(),
    title: text('title').notNull(),
    /** The previous category, if the forum was moved. */
    categoryID: categoryReference('category_id'),
  },
  (table) => [index('forum_edits_by_forum').on(table.forumID)],
);
export type ForumEditRow = typeof forumEdits.$inferSelect;

/** A user's reading state and choices for a forum. The unread count is never stored: it follows from the posts. */
export const forumReaders = sqliteTable(
  'forum_readers',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    forumID: forumReference(),
    /** The ordinal after the last post read; null = never read. */
    readUpTo: integer('read_up_to'),
    isFavorite: flag('is_favorite').notNull().default(false),
    isMuted: flag('is_muted').notNull().default(false),
    /** The ordinal from which on posts are news to the watcher, since they last looked; null = not watched. */
    watchedFrom: integer('watched_from'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.forumID] }),
    index('forum_readers_muted').on(table.userID, table.forumID).where(sql`is_muted = 1`),
    index('forum_readers_watched').on(table.userID, table.forumID).where(sql`watched_from IS NOT NULL`),
    // Covers finding the watchers who have looked since the last post, so that others cost nothing.
    index('forum_watchers').on(table.forumID, table.watchedFrom, table.userID).where(sql`watched_from IS NOT NULL`),
  ],
);
export type ForumReaderRow = typeof forumReaders.$inferSelect;

/** Full-text indexes of titles and posts. */
export const forumsFullText: readonly FullTextIndex[] = [
  { name: 'forums_text', table: forums, key: 'forum_id', entries: 'forums_text_entries', columns: ['title'] },
  { name: 'forum_posts_text', table: forumPosts, key: 'rowid', columns: ['text'], contents: { text: searchedText } },
];
