import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';

/** How many seats events have. Events without a row have no limit (schedule rule 128). */
export const eventCapacities = sqliteTable('event_capacities', {
  eventID: id('event_id')
    .primaryKey()
    .references(() => events.id),
  capacity: integer('capacity').notNull(),
});

/** Users who have a seat at an event or wait for one. Rows of deleted events stay and come back with them (schedule rule 138). */
export const eventSeats = sqliteTable(
  'event_seats',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    /** The waiting list is sorted by this, then by id. */
    arrivedAt: instant('arrived_at').notNull(),
    /** When the user got the seat; null = waiting. */
    seatedAt: instant('seated_at'),
    /** Whether the seat came from the waiting list and the user hasn't opened the event since. */
    isNews: flag('is_news').notNull().default(false),
    checkedInAt: instant('checked_in_at'),
    /** The newest change of an event when the user came: only later ones concern the user (schedule rule 119). */
    sinceChange: integer('since_change').notNull().default(0),
  },
  (table) => [
    uniqueIndex('event_seats_by_event').on(table.eventID, table.userID),
    index('event_seats_by_user').on(table.userID),
    index('event_seats_waiting').on(table.eventID, table.arrivedAt).where(sql`seated_at IS NULL`),
  ],
);
export type EventSeatRow = typeof eventSeats.$inferSelect;
