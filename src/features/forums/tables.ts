import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { accessLevels, userRoles } from '#contract/access.ts';
import { markColumns, postColumns, postEditColumns } from '#core/posts/tables.ts';
import { editColumns } from '#core/reports/tables.ts';
import { moderationStates, users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import { events } from '#features/schedule/tables.ts';

/** What forums are sorted into; made at the first start, changed by no one (forums rule B11). */
export const forumCategories = sqliteTable('forum_categories', {
  id: id('id').primaryKey(),
  title: text('title').notNull().unique(),
  purpose: text('purpose').notNull(),
  viewLevel: text('view_level', { enum: accessLevels }).notNull(),
  createLevel: text('create_level', { enum: accessLevels }).notNull(),
  /** Without it, only moderators and above see the category. */
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
    /** The event it was made for, also after that was deleted. */
    eventID: id('event_id').references(() => events.id),
    /** Posts that are not deleted, whoever wrote them. */
    postCount: integer('post_count').notNull().default(0),
    /** Posts ever written in it: the ordinal of the next one. */
    postsEver: integer('posts_ever').notNull().default(0),
    /** When the last post was written, be it deleted or not (forums rule B25). */
    lastPostAt: instant('last_post_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Posts of a deleted forum are deleted with it, without a word in their rows. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('forums_by_event').on(table.eventID),
    // All that the page of a category asks for: so it reads no row that it doesn't show.
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
     * How many posts had been written in the forum before, deleted ones included. It never changes: from it and from what
     * is deleted or hidden follows the place of a post in the thread, so that no page is found by counting.
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

/** What posts said before they were changed. */
export const forumPostEdits = sqliteTable(
  'forum_post_edits',
  { ...postEditColumns(), postID: postReference() },
  (table) => [index('forum_post_edits_by_post').on(table.postID)],
);

/** Titles and categories of forums before they were changed (moderation rules M10 and M11). */
export const forumEdits = sqliteTable(
  'forum_edits',
  {
    ...editColumns(),
    forumID: forumReference(),
    title: text('title').notNull(),
    /** Where the forum was, when it was moved. */
    categoryID: categoryReference('category_id'),
  },
  (table) => [index('forum_edits_by_forum').on(table.forumID)],
);
export type ForumEditRow = typeof forumEdits.$inferSelect;

/** What a user has read of a forum and chosen for it. How much is unread is never stored: it follows from the posts. */
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
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.forumID] }),
    index('forum_readers_muted').on(table.userID, table.forumID).where(sql`is_muted = 1`),
  ],
);
export type ForumReaderRow = typeof forumReaders.$inferSelect;

/** Where the words of titles and posts are searched for. */
export const forumsFullText: readonly FullTextIndex[] = [
  { name: 'forums_text', table: forums, key: 'forum_id', entries: 'forums_text_entries', columns: ['title'] },
  { name: 'forum_posts_text', table: forumPosts, key: 'rowid', columns: ['text'] },
];
