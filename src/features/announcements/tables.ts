import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/** Announcements, including past and deleted ones. */
export const announcements = sqliteTable('announcements', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  authorID: id('author_id')
    .notNull()
    .references(() => users.id),
  text: text('text').notNull(),
  /** Port time. */
  displayUntil: instant('display_until').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
});
export type AnnouncementRow = typeof announcements.$inferSelect;

/** The highest announcement that each user has seen. */
export const announcementsSeen = sqliteTable('announcements_seen', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  highestID: integer('highest_id').notNull(),
});
