import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, instant } from '#db/columns.ts';

/** The last run of each recorded job, and whether one is requested (moderation rule J8). */
export const jobRuns = sqliteTable('job_runs', {
  name: text('name').primaryKey(),
  /** When a command requested a run that hasn't begun yet. */
  requestedAt: instant('requested_at'),
  /** Null if it was only requested so far. */
  startedAt: instant('started_at'),
  /** Null while it runs, and after a crash during the run. */
  finishedAt: instant('finished_at'),
  /** Duration of the last finished run. */
  milliseconds: integer('milliseconds'),
  /** What the last finished run reported, or why it failed. */
  outcome: text('outcome'),
  hasFailed: flag('has_failed').notNull().default(false),
  /** Consecutive runs that began and didn't finish. */
  attempts: integer('attempts').notNull().default(0),
  /** Number of finished runs, successful or not. */
  runs: integer('runs').notNull().default(0),
});
export type JobRunRow = typeof jobRuns.$inferSelect;
