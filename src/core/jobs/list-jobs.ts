import type { Context } from '#area/context.ts';
import type { JobPlan } from '#platform/time/job-runner.ts';
import { computeNextDue, isClockTime } from '#platform/time/job-times.ts';
import { findJobRun } from './store.ts';
import type { JobRunRow } from './tables.ts';

/** A job with its last and next run. */
export interface JobState {
  readonly name: string;
  /** Undefined if it only runs by name. */
  readonly plan: JobPlan | undefined;
  /** Undefined if it never ran or its runs aren't recorded. */
  readonly run: (JobRunRow & { readonly startedAt: Date }) | undefined;
  /** Undefined if unknown. */
  readonly nextRun: Date | undefined;
}

/** Lists all jobs of the instance in the order they were added. */
export const listJobs = (context: Context): JobState[] =>
  [...context.jobs.plans()].map(([name, plan]) => describeJob(context, name, plan));

function describeJob({ db, clock }: Context, name: string, plan: JobPlan | undefined): JobState {
  const run = findStartedRun(findJobRun(db, name));
  return { name, plan, run, nextRun: computeNextRun(plan, run?.startedAt, clock.now()) };
}

/** Excludes jobs that were only requested. */
function findStartedRun(run: JobRunRow | undefined): JobState['run'] {
  return run?.startedAt ? { ...run, startedAt: run.startedAt } : undefined;
}

function computeNextRun(plan: JobPlan | undefined, startedAt: Date | undefined, now: Date): Date | undefined {
  if (!plan || plan.switchedOffBy !== undefined) return undefined;
  if (isClockTime(plan.times)) return computeNextDue(plan.times, now);
  return startedAt ? new Date(startedAt.getTime() + plan.times.everySeconds * 1000) : undefined;
}
