import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/** Frames that announced a row, kept for clients that were away; what they say is made anew (decision 34). */
export const liveFrames = sqliteTable(
  'live_frames',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The topic of the sockets it went to. */
    topic: text('topic').notNull(),
    /** The word of the source that makes the frame anew. */
    kind: text('kind').notNull(),
    /** What it announces. */
    subjectID: text('subject_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('live_frames_by_time').on(table.createdAt)],
);

/** To whom a frame went, under the number it had for that user. */
export const liveDeliveries = sqliteTable(
  'live_deliveries',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    number: integer('number').notNull(),
    frameID: integer('frame_id')
      .notNull()
      .references(() => liveFrames.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.number] }),
    index('live_deliveries_by_frame').on(table.frameID),
  ],
);

/** How far each user's frames are numbered, over all sockets of the user. */
export const livePositions = sqliteTable('live_positions', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  newest: integer('newest').notNull(),
  /** The highest number that is no longer kept. */
  forgotten: integer('forgotten').notNull().default(0),
});

/** What became of each reminder. */
export const reminders = sqliteTable(
  'reminders',
  {
    /** The word of its source. */
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
