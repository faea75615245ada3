import { listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { closeEndedSessions, resetFailedAttempts } from '#core/accounts/index.ts';
import { processMessages } from '#core/commands/index.ts';
import { findJobRun, isJobDue, recordRuns, startRequestedJobs } from '#core/jobs/index.ts';
import type { Job, JobPlan, Timing } from '#platform/time/job-runner.ts';
import { type ClockTimes, isClockTime } from '#platform/time/job-times.ts';
import { recordRunState } from './run-state.ts';

const minute = 60;
const hour = 60 * minute;

/** The schedule of all jobs by name; the areas implement them. A job that is missing here has no timer. */
export const planJobs = ({ nightlyHour, updateScheduleJob, backups }: Config): Readonly<Record<string, JobPlan>> => ({
  // Keeps the service running.
  checkpoint: { times: { everySeconds: 1 } },
  'ping-sockets': { times: { everySeconds: 30 }, needsService: true },
  'notice-other-writers': { times: { everySeconds: 1 }, needsService: true },
  'start-requested-jobs': { times: { everySeconds: 1 }, needsService: true },
  'write-minute-log': { times: { everySeconds: minute }, needsService: true, isUnrecorded: true },
  'record-state': { times: { everySeconds: 5 }, needsService: true },
  'watch-machine': { times: { everySeconds: 5 }, needsService: true },
  'watch-code-guessing': { times: { everySeconds: minute }, needsService: true, isUnrecorded: true },
  'delete-old-events': { times: { everySeconds: hour } },
  'delete-old-responses': { times: { everySeconds: hour } },
  'sweep-song-libraries': { times: { everySeconds: 5 * minute } },
  'clear-old-karaoke-queue': { times: { everySeconds: hour } },
  // Visible to users.
  'fetch-performer-photos': { times: { everySeconds: hour } },
  'end-unanswered-calls': { times: { everySeconds: 1 }, needsService: true },
  'send-reminders': { times: { everySeconds: minute }, needsService: true },
  'update-schedule': {
    times: { minuteOfHour: 5 },
    ...(!updateScheduleJob && { switchedOffBy: 'ENABLE_UPDATE_SCHEDULE_JOB' }),
  },
  // Of interest to the crew.
  'count-rows': { times: { everySeconds: minute } },
  'sample-box': { times: { everySeconds: 10 * minute }, needsService: true, isUnrecorded: true },
  'measure-pictures': { times: { everySeconds: 15 * minute }, needsService: true },
  // NIGHTLY_CRON_HOUR
  'check-consistency': { times: { hourOfDay: nightlyHour } },
  // After the repairs, so that it contains them.
  'back-up': {
    times: { hourOfDay: (nightlyHour + 1) % 24 },
    ...(backups.folder === undefined && { switchedOffBy: 'BACKUP_DIR' }),
  },
});

/** Processes requests left by commands while the service runs or before it started. */
export const processCommandMessages = (context: Context): void =>
  processMessages(context, (unlock) => resetFailedAttempts(context, unlock));

/** Jobs of the infrastructure; the areas declare their own. */
function listSystemJobs(context: Context, checkpoint: () => void): Job[] {
  const { db, live, caches, minuteLog } = context;
  return [
    { name: 'checkpoint', run: checkpoint },
    { name: 'ping-sockets', run: () => live.pingAll() },
    { name: 'record-state', run: () => recordRunState(context) },
    { name: 'write-minute-log', run: () => minuteLog.writeSums() },
    { name: 'start-requested-jobs', run: () => startRequestedJobs(context) },
    {
      // A command run alongside the service, such as an import, takes effect within two seconds (decision 47).
      name: 'notice-other-writers',
      run() {
        if (!db.wasChangedByOtherProcess()) return;
        caches.invalidateAll();
        closeEndedSessions(context);
        processCommandMessages(context);
      },
    },
  ];
}

/** A commit for every run of the frequent jobs would keep the disk busy for no benefit. */
export const areRunsRecorded = ({ times, isUnrecorded = false }: JobPlan): boolean =>
  !isUnrecorded && (isClockTime(times) || times.everySeconds >= minute);

/** How often the timer checks for due jobs that have their own schedule, in milliseconds. */
const dueCheckMilliseconds = 20_000;

/** Minimum interval between runs of one job: real upkeep takes the same time at any clock speed. */
const minIntervalMilliseconds = 100;

/** In a rehearsal, hourly jobs follow the hours of its clock; jobs that keep the service running don't speed up. */
function speedUpForRehearsal({ config: { rehearsal } }: Context, milliseconds: number): number {
  if (!rehearsal || milliseconds < dueCheckMilliseconds) return milliseconds;
  return Math.max(minIntervalMilliseconds, milliseconds / rehearsal.speed);
}

function planTiming(context: Context, name: string, { times, switchedOffBy }: JobPlan): Timing | undefined {
  if (switchedOffBy !== undefined) return undefined;
  if (!isClockTime(times)) return { every: speedUpForRehearsal(context, times.everySeconds * 1000) };
  return { every: speedUpForRehearsal(context, dueCheckMilliseconds), isDue: createDueCheck(context, name, times) };
}

function createDueCheck({ db, clock }: Context, name: string, times: ClockTimes): () => boolean {
  const since = clock.now();
  return () => isJobDue(times, findJobRun(db, name), clock.now(), since);
}

/**
 * Registers the instance's jobs; their timers start with the service. With a spare, checkpoints stay in step with it.
 */
export function addJobs(context: Context, checkpoint: () => void = () => context.db.checkpoint()): void {
  const plans = planJobs(context.config);
  const jobs = [
    ...listSystemJobs(context, checkpoint),
    ...listAreas(context).flatMap((area) => area.jobs?.(context) ?? []),
  ];
  for (const job of jobs) {
    const plan = plans[job.name];
    // Hourly jobs log their own results if there are any.
    const isLogged = plan !== undefined && 'hourOfDay' in plan.times;
    const recorded = !plan || areRunsRecorded(plan) ? recordRuns(context, job, { isLogged }) : job;
    context.jobs.add(recorded, plan && planTiming(context, job.name, plan), plan);
  }
}
