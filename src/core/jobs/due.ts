import { type ClockTimes, computeLastDue } from '#platform/time/job-times.ts';
import type { JobRunRow } from './tables.ts';

/** Limits retries, so that a job that crashes the process can't keep the service from staying up. */
const maxAttempts = 3;

/**
 * Whether a scheduled job should run: it hasn't run since it was last due, for example because the service was down, or
 * its run was interrupted. A job that never ran waits for its first time after `since` (moderation rule J8).
 */
export function isJobDue(times: ClockTimes, run: JobRunRow | undefined, now: Date, since: Date): boolean {
  const lastDue = computeLastDue(times, now);
  if (!run?.startedAt) return lastDue > since;
  if (run.startedAt < lastDue) return true;
  return run.finishedAt === null && run.attempts < maxAttempts;
}
