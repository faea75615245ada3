import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';
import { markColumns, postColumns, postEditColumns, searchedText } from '#core/posts/tables.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';

const isLive = sql`deleted_at IS NULL`;

export const microblogPosts = sqliteTable(
  'microblog_posts',
  {
    ...postColumns(),
    /** The head of its reply group; its own id for the head; null without replies. */
    replyGroupID: integer('reply_group_id').references((): AnySQLiteColumn => microblogPosts.id),
  },
  (table) => [
    // Covering indexes: each holds all columns that select a page of the feed, so queries don't read the posts.
    index('microblog_posts_live').on(table.id, table.authorID, table.replyGroupID).where(isLive),
    index('microblog_posts_by_author').on(table.authorID, table.id, table.replyGroupID).where(isLive),
    index('microblog_posts_by_group').on(table.replyGroupID, table.id, table.authorID).where(isLive),
    // Finds posts by date.
    index('microblog_posts_by_time').on(table.createdAt, table.id),
  ],
);
export type MicroblogPostRow = typeof microblogPosts.$inferSelect;

const postReference = () =>
  integer('post_id')
    .notNull()
    .references(() => microblogPosts.id);

/** Reactions and bookmarks. */
export const microblogMarks = sqliteTable('microblog_marks', { postID: postReference(), ...markColumns() }, (table) => [
  primaryKey({ columns: [table.userID, table.postID] }),
  index('microblog_marks_by_post').on(table.postID).where(sql`reaction IS NOT NULL`),
]);

/** Previous versions of edited posts. */
export const microblogEdits = sqliteTable(
  'microblog_edits',
  { ...postEditColumns(), postID: postReference() },
  (table) => [index('microblog_edits_by_post').on(table.postID)],
);

/** Full-text index of posts. */
export const microblogFullText: FullTextIndex = {
  name: 'microblog_posts_text',
  table: microblogPosts,
  key: 'rowid',
  columns: ['text'],
  contents: { text: searchedText },
};
