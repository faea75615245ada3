import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

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
  /** Whether it stays on top of every page until each account has dismissed it. */
  mustSee: flag('must_see').notNull().default(false),
});
export type AnnouncementRow = typeof announcements.$inferSelect;

/** The highest announcement that each user has seen. */
export const announcementsSeen = sqliteTable('announcements_seen', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  highestID: integer('highest_id').notNull(),
});

const announcementReference = () =>
  integer('announcement_id')
    .notNull()
    .references(() => announcements.id);

/** The accounts that have dismissed a must-see announcement, once each (fez rule 97). */
export const announcementDismissals = sqliteTable(
  'announcement_dismissals',
  {
    announcementID: announcementReference(),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.announcementID, table.userID] })],
);

/** How many accounts dismissed a must-see announcement in each hour, so that managers needn't count thousands of rows. */
export const hourlyDismissals = sqliteTable(
  'announcement_hours',
  {
    announcementID: announcementReference(),
    /** Hours since 1970. */
    hour: integer('hour').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.announcementID, table.hour] })],
);
export type HourlyDismissalsRow = typeof hourlyDismissals.$inferSelect;
