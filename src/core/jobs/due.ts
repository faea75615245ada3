import { type ClockTimes, computeLastDue } from '#platform/time/job-times.ts';
import type { JobRunRow } from './tables.ts';

/** A job that ends the process each time must not keep the service from staying up. */
const maxAttempts = 3;

/**
 * Is a job with a time of its own to run? It is when it did not run since it was due last, also when the service was
 * down then, and when its run was cut off in the middle; one that never ran waits for the first time after
 * `since` (moderation rule J8).
 */
export function isJobDue(times: ClockTimes, run: JobRunRow | undefined, now: Date, since: Date): boolean {
  const lastDue = computeLastDue(times, now);
  if (!run?.startedAt) return lastDue > since;
  if (run.startedAt < lastDue) return true;
  return run.finishedAt === null && run.attempts < maxAttempts;
}
