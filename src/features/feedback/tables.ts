import { index, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';

/** Hosts' reports on events: one for each event and account, the last one counts (schedule rule 82). */
export const feedbackReports = sqliteTable(
  'feedback_reports',
  {
    id: id('id').primaryKey(),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    /** Title, place, time and host as in the form, even if the event has changed since (schedule rule 83). */
    title: text('title').notNull(),
    location: text('location').notNull(),
    /** Port time. */
    eventTime: instant('event_time').notNull(),
    hostName: text('host_name').notNull(),
    attendance: text('attendance').notNull(),
    recap: text('recap').notNull(),
    issues: text('issues').notNull(),
    /** Whether the desk has marked it as needing action. */
    isActionable: flag('is_actionable').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** When the author last changed it. */
    modifiedAt: instant('modified_at').notNull(),
  },
  (table) => [
    unique('one_report_per_account').on(table.authorID, table.eventID),
    index('feedback_reports_by_event').on(table.eventID),
    index('feedback_reports_by_time').on(table.modifiedAt),
  ],
);
export type FeedbackRow = typeof feedbackReports.$inferSelect;
