import { statSync } from 'node:fs';
import type { Context } from '#area/context.ts';
import { isSpareComplete, type SpareState } from '#area/spare.ts';
import { isStepRefused, lowDiskLevels } from '#contract/low-disk.ts';
import { listLockOuts, listPresentUserIDs } from '#core/accounts/index.ts';
import { type BackupOutcome, readLastBackups } from '#core/backups/index.ts';
import { type JobState, listJobs } from '#core/jobs/index.ts';
import {
  findClockProblem,
  findWriteProblem,
  getLowDiskLevel,
  getPictureBytes,
  readOwnDisks,
} from '#core/machine/index.ts';
import { countOpenReports } from '#core/reports/index.ts';
import { getCruise, getShipClock } from '#core/ship-time/index.ts';
import { countAccounts } from '#core/users/index.ts';
import { readMemoryBytes } from '#platform/machine/operating-system.ts';
import { version } from '#platform/machine/version.ts';
import type { RouteTraffic } from '#platform/observing/traffic.ts';
import { describeTimes, isClockTime } from '#platform/time/job-times.ts';
import type { BoxData } from './records.ts';

/** Describes what any process can find out about the instance, with or without a running service. */
export type InstanceDescription = Pick<
  BoxData,
  | 'environment'
  | 'disks'
  | 'databaseBytes'
  | 'databaseLogBytes'
  | 'accounts'
  | 'openReports'
  | 'jobs'
  | 'clock'
  | 'troubles'
  | 'hasNightlyBackup'
  | 'lastBackup'
  | 'lastProvedBackup'
>;

/** Describes the server from the running service's view (moderation rule A34). */
export async function describeServerState(context: Context): Promise<BoxData> {
  const { conditions, live, startedAt } = context;
  const { connections, users } = live.counts();
  const instance = await describeInstance(context);
  const storingTrouble = await findWriteProblem(context);
  const pictureBytes = getPictureBytes(context);
  return {
    ...instance,
    version,
    startedAt,
    isReadable: true,
    isWritable: storingTrouble === undefined,
    troubles: mergeTroubles(conditions.list(), [
      ...(storingTrouble === undefined ? [] : [{ name: 'storing', sentence: storingTrouble }]),
      ...instance.troubles,
    ]),
    ...(pictureBytes !== undefined && { pictureBytes }),
    memoryBytes: readMemoryBytes(),
    peoplePresent: listPresentUserIDs(context).size,
    sockets: connections,
    socketUsers: users,
    ...describeTraffic(context),
    refused: lowDiskLevels.filter((step) => isStepRefused(step, getLowDiskLevel(context))),
    ...describeSpare(context.spare.read()),
    lockOuts: listLockOuts(context),
  };
}

function describeSpare(state: SpareState | undefined): Pick<BoxData, 'spare'> {
  if (!state) return {};
  const { peer, isAttached, since, hasDatabase, filesMissing, lag, waiting } = state;
  const spare = {
    ...(peer !== undefined && { peer }),
    isAttached,
    ...(since && { since }),
    isComplete: isSpareComplete(state),
    hasDatabase,
    ...(filesMissing !== undefined && { filesMissing }),
    ...(lag && { lagMilliseconds: lag.milliseconds, lagBytes: lag.bytes }),
    waiting,
  };
  return { spare };
}

type Trouble = BoxData['troubles'][number];

/** Each problem once; the earliest report says since when. */
function mergeTroubles(known: readonly Trouble[], found: readonly Trouble[]): Trouble[] {
  const names = new Set(known.map(({ name }) => name));
  return [...known, ...found.filter(({ name }) => !names.has(name))];
}

/** The part that doesn't require a running service. */
export async function describeInstance(context: Context): Promise<InstanceDescription> {
  const { config, db } = context;
  const disks = await readOwnDisks(context);
  const jobs = listJobs(context).filter(isJobShown);
  return {
    environment: config.environment,
    disks: disks.map(({ places, ...space }) => ({ places: [...places], ...space })),
    databaseBytes: getFileSize(db.file),
    databaseLogBytes: getFileSize(`${db.file}-wal`),
    accounts: countAccounts(db),
    openReports: countOpenReports(db),
    jobs: jobs.map(presentJob),
    clock: describeClock(context),
    ...describeBackups(context),
    troubles: [...listClockTroubles(context), ...jobs.flatMap(describeFailure), ...listBackupTroubles(context)],
  };
}

const getFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Jobs that run every few seconds aren't recorded. */
const isJobShown = ({ plan, run }: JobState): boolean =>
  run !== undefined ||
  plan === undefined ||
  (!plan.isUnrecorded && (isClockTime(plan.times) || plan.times.everySeconds >= 60));

function presentJob({ name, plan, run, nextRun }: JobState): BoxData['jobs'][number] {
  return {
    name,
    times: plan ? describeTimes(plan.times) : 'only on request',
    isOff: plan?.switchedOffBy !== undefined,
    hasFailed: run?.hasFailed ?? false,
    ...(run && { lastRun: run.startedAt }),
    ...(run?.finishedAt && run.milliseconds !== null && { milliseconds: run.milliseconds }),
    ...(run?.finishedAt && run.outcome !== null && { outcome: run.outcome }),
    ...(nextRun && { nextRun }),
  };
}

function describeFailure({ name, run }: JobState): Trouble[] {
  if (!run?.hasFailed || !run.finishedAt) return [];
  const sentence = `The job ${name} failed: ${run.outcome ?? 'see the log'}. Check the log, then run \`gangway job ${name}\`.`;
  return [{ name: `job-${name}`, sentence, since: run.finishedAt }];
}

function describeBackups(context: Context): Pick<BoxData, 'hasNightlyBackup' | 'lastBackup' | 'lastProvedBackup'> {
  const { last, lastProved } = readLastBackups(context);
  return {
    hasNightlyBackup: context.config.backups.folder !== undefined,
    ...(last && { lastBackup: presentBackup(last) }),
    ...(lastProved && { lastProvedBackup: presentBackup(lastProved) }),
  };
}

const presentBackup = ({ milliseconds: _, ...outcome }: BackupOutcome): BoxData['lastBackup'] & object => outcome;

const hourMilliseconds = 60 * 60_000;
/** The night's verified backup may be an hour late. */
const maxBackupHours = 26;

/** Returns what is wrong with the nightly backups. */
export function listBackupTroubles(context: Context): Trouble[] {
  const { isDevelopment, backups } = context.config;
  if (backups.folder === undefined) {
    const sentence = 'There are no nightly backups: set BACKUP_DIR to a folder on another disk.';
    return isDevelopment ? [] : [{ name: 'no-backup', sentence }];
  }
  const { lastProved } = readLastBackups(context);
  if (!lastProved) return [];
  const hours = Math.floor((context.clock.now().getTime() - lastProved.at.getTime()) / hourMilliseconds);
  if (hours < maxBackupHours) return [];
  const sentence = `The last verified backup is ${hours} hours old: check \`gangway jobs\`, then run \`gangway job back-up\`.`;
  return [{ name: 'old-backup', sentence, since: lastProved.at }];
}

function listClockTroubles(context: Context): Trouble[] {
  const sentence = findClockProblem(context);
  return sentence === undefined ? [] : [{ name: 'odd-clock', sentence }];
}

function describeClock(context: Context): BoxData['clock'] {
  const now = context.clock.now();
  const shipClock = getShipClock(context);
  const zone = shipClock.zoneAt(now);
  const nextChange = shipClock.changes.find(({ activeAt }) => activeAt > now)?.activeAt;
  const { startDate, lengthDays } = getCruise(context);
  return {
    now,
    zone: zone.id,
    offsetSeconds: zone.offsetSeconds,
    ...(nextChange && { nextChange }),
    sailingBegins: startDate,
    sailingDays: lengthDays,
  };
}

const maxSlowestRoutes = 10;

function describeTraffic({ metrics }: Context): Pick<BoxData, 'requests' | 'requestsPerSecond' | 'slowestRoutes'> {
  const { all, perSecond, routes } = metrics.traffic.read();
  const slowest = routes.toSorted(
    (left, right) => right.p99Seconds - left.p99Seconds || right.requests - left.requests,
  );
  return {
    requestsPerSecond: round(perSecond),
    requests: presentTraffic(all),
    slowestRoutes: slowest.slice(0, maxSlowestRoutes).map(presentTraffic),
  };
}

const presentTraffic = (traffic: RouteTraffic): RouteTraffic => ({
  ...traffic,
  meanSeconds: round(traffic.meanSeconds),
  p99Seconds: round(traffic.p99Seconds),
  maxSeconds: round(traffic.maxSeconds),
});

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
