import { listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { closeEndedSessions, forgetWrongTries } from '#core/accounts/index.ts';
import { takeUpMessages } from '#core/commands/index.ts';
import { findJobRun, isJobDue, recordRuns, startRequestedJobs } from '#core/jobs/index.ts';
import type { Job, JobPlan, Timing } from '#platform/time/job-runner.ts';
import { type ClockTimes, isByTheClock } from '#platform/time/job-times.ts';
import { recordRunState } from './run-state.ts';

const minute = 60;
const hour = 60 * minute;

/** All jobs by name, and when each runs; what they do is in their areas. One that is missing here has no timer. */
export const planJobs = ({ nightlyHour, updateScheduleJob, backups }: Config): Readonly<Record<string, JobPlan>> => ({
  // What keeps the service going.
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
  // What users notice.
  'fetch-performer-photos': { times: { everySeconds: hour } },
  'end-unanswered-calls': { times: { everySeconds: 1 }, needsService: true },
  'send-reminders': { times: { everySeconds: minute }, needsService: true },
  'update-schedule': {
    times: { minuteOfHour: 5 },
    ...(!updateScheduleJob && { switchedOffBy: 'ENABLE_UPDATE_SCHEDULE_JOB' }),
  },
  // What the crew wants to know.
  'count-rows': { times: { everySeconds: minute } },
  'sample-box': { times: { everySeconds: 10 * minute }, needsService: true, isUnrecorded: true },
  'measure-pictures': { times: { everySeconds: 15 * minute }, needsService: true },
  // NIGHTLY_CRON_HOUR
  'check-consistency': { times: { hourOfDay: nightlyHour } },
  // What was repaired shall be in it.
  'back-up': {
    times: { hourOfDay: (nightlyHour + 1) % 24 },
    ...(backups.folder === undefined && { switchedOffBy: 'BACKUP_DIR' }),
  },
});

/** Takes up what commands next to the service, or before its start, have to say to it. */
export const hearCommands = (context: Context): void =>
  takeUpMessages(context, (unlock) => forgetWrongTries(context, unlock));

/** The jobs of the machinery itself; those of the areas stand with these. */
function listSystemJobs(context: Context, checkpoint: () => void): Job[] {
  const { db, live, caches, minuteLog } = context;
  return [
    { name: 'checkpoint', run: checkpoint },
    { name: 'ping-sockets', run: () => live.pingAll() },
    { name: 'record-state', run: () => recordRunState(context) },
    { name: 'write-minute-log', run: () => minuteLog.writeSums() },
    { name: 'start-requested-jobs', run: () => startRequestedJobs(context) },
    {
      // A command next to the service, such as an import, takes effect within two seconds (decision 47).
      name: 'notice-other-writers',
      run() {
        if (!db.changedElsewhere()) return;
        caches.invalidateAll();
        closeEndedSessions(context);
        hearCommands(context);
      },
    },
  ];
}

/** A commit for every run of what runs all the time would keep the disk busy, and say nothing. */
export const isRecorded = ({ times, isUnrecorded = false }: JobPlan): boolean =>
  !isUnrecorded && (isByTheClock(times) || times.everySeconds >= minute);

/** So often the timer looks whether a job with a time of its own is due, in milliseconds. */
const lookMilliseconds = 20_000;

/** Faster than this no job is begun again: what keeps the service going takes as long as ever. */
const shortestMilliseconds = 100;

/** In a rehearsal what is to be done every hour of its clock is done as often; what keeps the service going stays as it is. */
function hasten({ config: { rehearsal } }: Context, milliseconds: number): number {
  if (!rehearsal || milliseconds < lookMilliseconds) return milliseconds;
  return Math.max(shortestMilliseconds, milliseconds / rehearsal.speed);
}

function planTiming(context: Context, name: string, { times, switchedOffBy }: JobPlan): Timing | undefined {
  if (switchedOffBy !== undefined) return undefined;
  if (!isByTheClock(times)) return { every: hasten(context, times.everySeconds * 1000) };
  return { every: hasten(context, lookMilliseconds), isDue: createDueCheck(context, name, times) };
}

function createDueCheck({ db, clock }: Context, name: string, times: ClockTimes): () => boolean {
  const since = clock.now();
  return () => isJobDue(times, findJobRun(db, name), clock.now(), since);
}

/** Gives the instance its jobs; their timers start with the service. Where a spare follows, checkpoints keep in step with it. */
export function addJobs(context: Context, checkpoint: () => void = () => context.db.checkpoint()): void {
  const plans = planJobs(context.config);
  const jobs = [
    ...listSystemJobs(context, checkpoint),
    ...listAreas(context).flatMap((area) => area.jobs?.(context) ?? []),
  ];
  for (const job of jobs) {
    const plan = plans[job.name];
    // What runs every hour says by itself when there is something to say.
    const isLogged = plan !== undefined && 'hourOfDay' in plan.times;
    const recorded = !plan || isRecorded(plan) ? recordRuns(context, job, { isLogged }) : job;
    context.jobs.add(recorded, plan && planTiming(context, job.name, plan), plan);
  }
}
