import { setTimeout as wait } from 'node:timers/promises';
import { InstanceUnavailable, isInstanceLocked, lockInstance } from '#app/instance-lock.ts';
import { addJobs, areRunsRecorded, planJobs } from '#app/jobs.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { findJobRun, type JobState, listJobs, requestJob, withdrawRequest } from '#core/jobs/index.ts';
import type { JobRunRow } from '#core/jobs/tables.ts';
import type { JobPlan } from '#platform/time/job-runner.ts';
import { describeTimes } from '#platform/time/job-times.ts';
import { CommandFailed, WrongUse } from './failure.ts';
import { announce, formatTable, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Prints the jobs with their last and next runs. */
export async function printJobs(config: Config): Promise<void> {
  const rows = await withInstance(config, { create: false }, (context) => {
    addJobs(context);
    return listJobs(context).map(formatJob);
  });
  say(formatTable([['job', 'runs', 'last run (UTC)', 'took', 'next run (UTC)', 'result'], ...rows]));
}

function listNames(context: Context): string[] {
  addJobs(context);
  return context.jobs.names();
}

const formatJob = ({ name, plan, run, nextRun }: JobState): string[] => [
  name,
  describePlan(plan),
  ...describeRun(run),
  nextRun ? formatMoment(nextRun) : '',
  describeOutcome(run),
];

function describePlan(plan: JobPlan | undefined): string {
  if (!plan) return 'only on request';
  return plan.switchedOffBy === undefined ? describeTimes(plan.times) : `off (${plan.switchedOffBy})`;
}

const formatMoment = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

function describeRun(run: JobState['run']): [lastRun: string, took: string] {
  if (!run) return ['', ''];
  return [
    formatMoment(run.startedAt),
    run.finishedAt && run.milliseconds !== null ? formatDuration(run.milliseconds) : '',
  ];
}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

function describeOutcome(run: JobState['run']): string {
  if (!run) return '';
  if (!run.finishedAt) return 'running or interrupted';
  return `${run.hasFailed ? 'failed: ' : ''}${run.outcome ?? ''}`;
}

/**
 * Runs one job, in the running service or in this process, and prints its outcome. Throws CommandFailed when the job
 * fails.
 */
export async function runJob(config: Config, name: string): Promise<void> {
  await announce(`running ${name}`, () =>
    withInstance(config, { create: false }, async (context) => {
      assertJobExists(context, name);
      const lock = tryLockInstance(config);
      if (!lock) return runInService(context, name);
      try {
        await runInThisProcess(context, name);
      } finally {
        lock.release();
      }
    }),
  );
}

function assertJobExists(context: Context, name: string): void {
  const names = listNames(context);
  if (!names.includes(name)) throw new WrongUse(`Unknown job ${name}. Jobs: ${names.join(', ')}.`);
}

function tryLockInstance(config: Config) {
  try {
    return lockInstance(config);
  } catch (error) {
    if (error instanceof InstanceUnavailable) return undefined;
    throw error;
  }
}

async function runInThisProcess(context: Context, name: string): Promise<void> {
  if (planJobs(context.config)[name]?.needsService) {
    throw new CommandFailed(`${name} needs a running service: start it, then run the job again.`);
  }
  try {
    reportOutcome(name, (await context.jobs.run(name)) ?? '');
  } catch (error) {
    throw createFailure(name, error instanceof Error ? error.message : String(error));
  }
}

const reportOutcome = (name: string, outcome: string): void =>
  say(outcome === '' ? `${name}: done` : `${name}: ${outcome}`);

const createFailure = (name: string, reason: string): CommandFailed => new CommandFailed(`${name} failed: ${reason}`);

const pollMilliseconds = 100;
/** Services check for requests every second. */
const timeoutMilliseconds = 10_000;

async function runInService(context: Context, name: string): Promise<void> {
  const runsBefore = findJobRun(context.db, name)?.runs ?? 0;
  requestJob(context, name);
  await waitUntilAccepted(context, name);
  const plan = planJobs(context.config)[name];
  if (plan && !areRunsRecorded(plan)) return reportOutcome(name, '');
  const run = await waitForEnd(context, name, runsBefore);
  if (run.hasFailed) throw createFailure(name, run.outcome ?? '');
  reportOutcome(name, run.outcome ?? '');
}

async function waitUntilAccepted(context: Context, name: string): Promise<void> {
  const began = context.clock.steadyNow();
  while (findJobRun(context.db, name)?.requestedAt) {
    if (context.clock.steadyNow() - began > timeoutMilliseconds) {
      withdrawRequest(context, name);
      throw new CommandFailed(
        'The service did not respond: it may be an older version, or another command may be using the instance. Try again, or restart it.',
      );
    }
    await wait(pollMilliseconds);
  }
}

async function waitForEnd(context: Context, name: string, runsBefore: number): Promise<JobRunRow> {
  for (;;) {
    const isServing = isInstanceLocked(context.config);
    const run = findJobRun(context.db, name);
    if (run && run.runs > runsBefore) return run;
    if (!isServing) throw new CommandFailed(`The service stopped before ${name} finished: start it again.`);
    await wait(pollMilliseconds);
  }
}
