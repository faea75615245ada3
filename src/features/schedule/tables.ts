import { sql } from 'drizzle-orm';
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import { eventTypes } from './events/event-types.ts';

/** The events of the schedule, those that were deleted included. */
export const events = sqliteTable(
  'events',
  {
    id: id('id').primaryKey(),
    /** The iCalendar UID: the event's identity across imports (schedule rule 38). */
    uid: text('uid').notNull().unique(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    location: text('location').notNull(),
    eventType: text('event_type', { enum: eventTypes }).notNull(),
    /** Port time (schedule rule 3). */
    startTime: instant('start_time').notNull(),
    /** Port time. */
    endTime: instant('end_time').notNull(),
    needsPhotographer: flag('needs_photographer').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When it was taken from the schedule. Favorites stay stored and count again when it is restored (schedule rule 17). */
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('events_by_start').on(table.startTime)],
);
export type EventRow = typeof events.$inferSelect;

/** Where the words of events are searched for. */
export const eventFullText: FullTextIndex = {
  name: 'events_text',
  table: events,
  key: 'event_id',
  columns: ['title', 'description'],
};

/** Who follows an event, and who photographs it; a row with neither does not exist (schedule rule 21). */
export const eventFavorites = sqliteTable(
  'event_favorites',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
    favorite: flag('favorite').notNull().default(false),
    photographer: flag('photographer').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.eventID] }),
    index('event_favorites_by_event').on(table.eventID),
    index('event_photographers').on(table.eventID).where(sql`photographer = 1`),
  ],
);
export type EventFavoriteRow = typeof eventFavorites.$inferSelect;
