import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, instant } from '#db/columns.ts';

/** The last run of each job that is worth recording, and whether someone asked for one (moderation rule J8). */
export const jobRuns = sqliteTable('job_runs', {
  name: text('name').primaryKey(),
  /** When a command asked the running service for a run that has not begun yet. */
  requestedAt: instant('requested_at'),
  /** Null: only asked for so far. */
  startedAt: instant('started_at'),
  /** Null while it runs, and after a crash in the middle. */
  finishedAt: instant('finished_at'),
  /** How long the last finished run took. */
  milliseconds: integer('milliseconds'),
  /** What the last finished run said that it did, or why it failed. */
  outcome: text('outcome'),
  hasFailed: flag('has_failed').notNull().default(false),
  /** Runs in a row that began and did not finish. */
  attempts: integer('attempts').notNull().default(0),
  /** Runs that have finished, whatever became of them. */
  runs: integer('runs').notNull().default(0),
});
export type JobRunRow = typeof jobRuns.$inferSelect;
