import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/** What happened, for clients that were away; the frame of an event is made from its subject (decision 34). */
export const eventLog = sqliteTable(
  'live_frames',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The topic of the sockets it went to. */
    topic: text('topic').notNull(),
    /** The kind of its hydrator. */
    kind: text('kind').notNull(),
    /** What it is about. */
    subjectID: text('subject_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('live_frames_by_time').on(table.createdAt)],
);
export type NewEvent = Omit<typeof eventLog.$inferSelect, 'id'>;

/** To whom an event went, under the number it had for that user. */
export const deliveries = sqliteTable(
  'live_deliveries',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    number: integer('number').notNull(),
    eventID: integer('frame_id')
      .notNull()
      .references(() => eventLog.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.number] }),
    index('live_deliveries_by_frame').on(table.eventID),
  ],
);

/** How far each user's deliveries are numbered, over all sockets of the user. */
export const positions = sqliteTable('live_positions', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  newest: integer('newest').notNull(),
  /** The highest number whose event was deleted. */
  deletedUpTo: integer('forgotten').notNull().default(0),
});

/** What became of each reminder. */
export const reminders = sqliteTable(
  'reminders',
  {
    /** The kind of its source. */
    kind: text('kind').notNull(),
    subjectID: id('subject_id').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Due are those that are being sent; skipped those that were found too late to be of use. */
    outcome: text('outcome', { enum: ['due', 'sent', 'skipped'] }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.dueAt, table.subjectID] })],
);
export type ReminderRow = typeof reminders.$inferSelect;
