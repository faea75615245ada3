import { getTableColumns, sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';
import { eventTypes } from './events/event-types.ts';

/** The events of the schedule, including deleted ones. */
export const events = sqliteTable(
  'events',
  {
    id: id('id').primaryKey(),
    /** The iCalendar UID, which identifies the event across imports (schedule rule 38). */
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
    /** When the event was deleted. Favorites stay stored and count again when it's restored (schedule rule 17). */
    deletedAt: instant('deleted_at'),
  },
  (table) => [index('events_by_start').on(table.startTime)],
);
export type EventRow = typeof events.$inferSelect;

const serverColumns = ['id', 'uid', 'needsPhotographer', 'createdAt', 'updatedAt', 'deletedAt'] as const;
type ServerColumn = (typeof serverColumns)[number];

/** The stored content of an event: everything a schedule contains except its identity. */
export type EventContent = Omit<EventRow, ServerColumn>;

/** The columns with the content of an event: all except the server's own. */
export const contentColumns = Object.keys(getTableColumns(events)).filter(
  (name): name is keyof EventContent => !serverColumns.some((own) => own === name),
);

/** The full-text index of events. */
export const eventFullText: FullTextIndex = {
  name: 'events_text',
  table: events,
  key: 'event_id',
  entries: 'events_text_entries',
  columns: ['title', 'description'],
};

/** Users who follow or photograph an event. Rows with neither don't exist (schedule rule 21). */
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
    /** The newest change of an event when the row was created: only later ones concern the user (schedule rule 119). */
    sinceChange: integer('since_change').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.eventID] }),
    index('event_favorites_by_event').on(table.eventID),
    index('event_photographers').on(table.eventID).where(sql`photographer = 1`),
  ],
);
export type EventFavoriteRow = typeof eventFavorites.$inferSelect;

/** The last uploaded schedule file, which waits to be compared and applied (schedule rule 41). */
export const scheduleUploads = sqliteTable('schedule_uploads', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** The gzipped text as sent. */
  file: blob('file', { mode: 'buffer' }).notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** The newest log entry when the file was last compared with the schedule; null = never compared. */
  comparedAfter: integer('compared_after'),
});
export type ScheduleUploadRow = typeof scheduleUploads.$inferSelect;

/** The sources of schedule changes: the desk, the command line, the hourly job, and undoing one of these. */
export const scheduleActions = ['apply', 'import', 'update', 'undo'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

/** Every change of the schedule and every failed update. */
export const scheduleLog = sqliteTable('schedule_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  action: text('action', { enum: scheduleActions }).notNull(),
  /** Null for the job and for commands. */
  userID: id('user_id').references(() => users.id),
  createdAt: instant('created_at').notNull(),
  /** The total number of entries in the lists of the difference. */
  changeCount: integer('change_count').notNull(),
  /** Why an update failed. */
  error: text('error'),
  /** The entry that this one undoes. */
  undoes: integer('undoes'),
  /** Whether notices about the changes were posted where events are discussed. */
  postsNotices: flag('posts_notices').notNull().default(false),
  /** EventUpdateDifferenceData as JSON; null if there is none. */
  difference: text('difference'),
  /** The data to undo the change, as JSON; null if nothing changed. */
  record: text('record'),
});
export type ScheduleLogRow = typeof scheduleLog.$inferSelect;

/** What can happen to an event in a user's plan. */
export const eventChangeKinds = ['changed', 'cancelled', 'restored'] as const;

/**
 * Events that moved, changed place, were cancelled or came back: one row per schedule change. Which users have the
 * event in their plan is determined when they read the list (schedule rule 119).
 */
export const eventChanges = sqliteTable(
  'event_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The entry of the schedule's log that changed it. */
    entryID: integer('entry_id')
      .notNull()
      .references(() => scheduleLog.id),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind', { enum: eventChangeKinds }).notNull(),
    /** In port time, like all times here. For a restored event, its start when it was cancelled. */
    oldStart: instant('old_start').notNull(),
    oldEnd: instant('old_end').notNull(),
    oldLocation: text('old_location').notNull(),
    /** The same as the old one if the event was cancelled. */
    newStart: instant('new_start').notNull(),
    newEnd: instant('new_end').notNull(),
    newLocation: text('new_location').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('event_changes_by_event').on(table.eventID, table.id),
    index('event_changes_by_entry').on(table.entryID),
  ],
);
export type EventChangeRow = typeof eventChanges.$inferSelect;

/** The newest change that each user has looked at. */
export const eventChangesSeen = sqliteTable('event_changes_seen', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  highestID: integer('highest_id').notNull(),
});
