import { getTableColumns, sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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

const ownNames = ['id', 'uid', 'needsPhotographer', 'createdAt', 'updatedAt', 'deletedAt'] as const;
type OwnName = (typeof ownNames)[number];

/** What a schedule says of an event, but for its identity; as stored. */
export type EventContent = Omit<EventRow, OwnName>;

/** The columns with what a schedule says of an event: all but those that are the service's own. */
export const contentNames = Object.keys(getTableColumns(events)).filter(
  (name): name is keyof EventContent => !ownNames.some((own) => own === name),
);

/** Where the words of events are searched for. */
export const eventFullText: FullTextIndex = {
  name: 'events_text',
  table: events,
  key: 'event_id',
  entries: 'events_text_entries',
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

/** The one schedule file that was uploaded last; it waits to be compared and applied (schedule rule 41). */
export const scheduleUploads = sqliteTable('schedule_uploads', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** The text as sent, in gzip form. */
  file: blob('file', { mode: 'buffer' }).notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** Newest entry of the log when the file was last compared with the schedule; null = never compared. */
  comparedAfter: integer('compared_after'),
});
export type ScheduleUploadRow = typeof scheduleUploads.$inferSelect;

/** What changes the schedule: the desk, the command line, the hourly job, and what takes one of these back. */
export const scheduleActions = ['apply', 'import', 'update', 'undo'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

/** Every change of the schedule, and every update that came to nothing. */
export const scheduleLog = sqliteTable('schedule_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  action: text('action', { enum: scheduleActions }).notNull(),
  /** Null for the job and for commands. */
  userID: id('user_id').references(() => users.id),
  createdAt: instant('created_at').notNull(),
  /** Sizes of the lists of the difference in all. */
  changeCount: integer('change_count').notNull(),
  /** Why an update came to nothing. */
  error: text('error'),
  /** The entry that this one takes back. */
  undoes: integer('undoes'),
  /** Were people told of the changes where events are talked about? */
  postsNotices: flag('posts_notices').notNull().default(false),
  /** EventUpdateDifferenceData as JSON; null when there is none. */
  difference: text('difference'),
  /** What it takes to take the change back, as JSON; null when nothing was changed. */
  record: text('record'),
});
export type ScheduleLogRow = typeof scheduleLog.$inferSelect;
