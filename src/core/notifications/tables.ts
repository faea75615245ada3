import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/**
 * Computes the position of a topic's events in the index. Topics with the same ending are adjacent, such as a chat's
 * messages and their notifications, so storing both events changes one page.
 */
export const getTopicSuffix = (topic: SQL): SQL<string> => sql`substr(${topic}, -6)`;

/**
 * Events for clients that were away, one row each, however many users it concerns. The recipients and the frame's
 * content are determined at replay (decisions 34 and 52).
 */
export const eventLog = sqliteTable(
  'event_log',
  {
    /** Clients receive it as `seq`. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The audience: everyone, the members of something, or its followers. */
    topic: text('topic').notNull(),
    place: text('place').generatedAlwaysAs(getTopicSuffix(sql`topic`), { mode: 'virtual' }),
    /** The kind of its hydrator. */
    kind: text('kind').notNull(),
    /** Id of the subject. */
    subjectID: text('subject_id').notNull(),
    /** Ids of the only recipients among the topic's users, as JSON; null for all of them. */
    recipients: text('recipients'),
    /** The user who caused the event and isn't notified. */
    exceptUserID: id('except_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('event_log_by_place').on(table.place)],
);
export type NewEvent = Omit<typeof eventLog.$inferSelect, 'id' | 'place'>;

/** The outcome of each reminder, by subject and its start (decision 53). */
export const reminders = sqliteTable(
  'reminders',
  {
    /** The kind of its source. */
    kind: text('kind').notNull(),
    subjectID: id('subject_id').notNull(),
    /** Moving the start makes a new reminder; changing the lead time doesn't. */
    startsAt: instant('starts_at').notNull(),
    /** `due`: being sent. `skipped`: too late to be useful. */
    outcome: text('outcome', { enum: ['due', 'sent', 'skipped'] }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.startsAt, table.subjectID] })],
);
export type ReminderRow = typeof reminders.$inferSelect;
