import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/**
 * Where events of a topic are in their index: next to those of other topics that end alike, such as what is said in a chat
 * and the notifications of it. So an event that comes with another one changes no further page.
 */
export const getPlace = (topic: SQL): SQL<string> => sql`substr(${topic}, -6)`;

/**
 * What happened, for clients that were away: one row however many it concerns. Who gets it, and what its frame says, is
 * decided at replay (decisions 34 and 52).
 */
export const eventLog = sqliteTable(
  'event_log',
  {
    /** Clients get it as `seq`. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Whom it concerns: everyone, the members of something, those who follow it. */
    topic: text('topic').notNull(),
    place: text('place').generatedAlwaysAs(getPlace(sql`topic`), { mode: 'virtual' }),
    /** The kind of its hydrator. */
    kind: text('kind').notNull(),
    /** What it is about. */
    subjectID: text('subject_id').notNull(),
    /** Ids of the only users of the topic whom it concerns, as JSON; null for all of them. */
    recipients: text('recipients'),
    /** The user who did it and need not hear of it. */
    exceptUserID: id('except_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('event_log_by_place').on(table.place)],
);
export type NewEvent = Omit<typeof eventLog.$inferSelect, 'id' | 'place'>;

/** What became of each reminder, by its subject and that one's start (decision 53). */
export const reminders = sqliteTable(
  'reminders',
  {
    /** The kind of its source. */
    kind: text('kind').notNull(),
    subjectID: id('subject_id').notNull(),
    /** A moved start is another one; a changed lead time leaves it as it is. */
    startsAt: instant('starts_at').notNull(),
    /** Due are those that are being sent; skipped those that came too late to be of use. */
    outcome: text('outcome', { enum: ['due', 'sent', 'skipped'] }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.startsAt, table.subjectID] })],
);
export type ReminderRow = typeof reminders.$inferSelect;
