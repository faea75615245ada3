import { formatBytes } from '#core/machine/index.ts';
import type { BoxData } from '#staff/server-state/records.ts';
import { formatTable } from './terminal.ts';

/** `2026-03-21 09:00:00 UTC`. */
export const formatMoment = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Describes one lock-out. */
export function describeLockOut({ kind, until, address }: BoxData['lockOuts'][number]): string {
  const from = address === undefined ? '' : ` from ${address}`;
  if (kind === 'failed-recoveries') return 'failed recoveries, until `gangway user unlock`';
  return `wrong passwords${from}${until ? `, until ${formatMoment(until)}` : ''}`;
}

/** Formats what only a running service knows, as rows of a table. */
export function formatLiveRows(box: BoxData): string[][] {
  const { requests, requestsPerSecond } = box;
  return [
    ['ready', `reading: ${box.isReadable ? 'yes' : 'no'}; writing: ${box.isWritable ? 'yes' : 'no'}`],
    ...(box.refused.length > 0 ? [['refused', box.refused.map((step) => wordsForRejected[step]).join(', ')]] : []),
    ['people', `${box.peoplePresent} present, ${box.socketUsers} with ${box.sockets} sockets`],
    [
      'requests',
      `${requestsPerSecond.toFixed(1)} per second; ${requests.requests} in five minutes, p99 ` +
        `${formatSeconds(requests.p99Seconds)}, ${requests.failures} failed`,
    ],
    ...(box.spare ? [['spare', describeSpare(box.spare)]] : []),
    ['memory', formatBytes(box.memoryBytes)],
    ...(box.pictureBytes === undefined ? [] : [['pictures', formatBytes(box.pictureBytes)]]),
  ];
}

/** Formats what is in the database and on the disk, as rows of a table. */
export function formatInstanceRows(box: StoredInstanceData): string[][] {
  const { disks, clock } = box;
  return [
    ...disks.map(({ places, freeBytes, totalBytes }) => [
      'disk',
      `${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}: ${places.join(', ')}`,
    ]),
    ['database', `${formatBytes(box.databaseBytes)}, log ${formatBytes(box.databaseLogBytes)}`],
    ['accounts', String(box.accounts)],
    ['reports', `${box.openReports} not handled yet`],
    ['backup', describeBackup(box)],
    ['clock', `${formatMoment(clock.now)}; on board ${clock.zone} (UTC${formatOffset(clock.offsetSeconds)})`],
    ['sailing', `begins ${clock.sailingBegins}, ${clock.sailingDays} days`],
  ];
}

/** The part of the state that doesn't require a running service. */
export type StoredInstanceData = Omit<BoxData, keyof LiveFields>;
type LiveFields = Pick<
  BoxData,
  | 'version'
  | 'startedAt'
  | 'isReadable'
  | 'isWritable'
  | 'pictureBytes'
  | 'memoryBytes'
  | 'peoplePresent'
  | 'sockets'
  | 'socketUsers'
  | 'requestsPerSecond'
  | 'requests'
  | 'slowestRoutes'
  | 'lockOuts'
  | 'spare'
  | 'refused'
>;

const wordsForRejected = {
  pictures: 'pictures and clips',
  beginnings: 'new threads, chats, events and items',
  writing: 'all posting by passengers',
} as const;

/** One line: `http://10.0.0.3:8081, attached since …, 3 ms and 0 bytes behind, complete; responses wait for it`. */
function describeSpare(spare: BoxData['spare'] & object): string {
  const { peer, isAttached, since, waiting } = spare;
  if (peer === undefined) return 'paired, but no spare has connected yet';
  const words = isAttached ? 'connected since' : since ? 'disconnected, last seen' : 'disconnected since the start';
  const parts = [peer, `${words}${since ? ` ${formatMoment(since)}` : ''}`, ...describeSpareCopy(spare)];
  return `${parts.join(', ')}${waitingWords[waiting]}`;
}

const waitingWords = {
  off: '',
  on: '; responses wait for it',
  'given-up': '; responses should wait for it, but no longer do',
} as const;

function describeSpareCopy({
  hasDatabase,
  isAttached,
  isComplete,
  filesMissing,
  ...lag
}: BoxData['spare'] & object): string[] {
  const { lagMilliseconds = 0, lagBytes } = lag;
  const behind = lagBytes === undefined ? [] : [`${lagMilliseconds} ms and ${formatBytes(lagBytes)} behind`];
  if (!isAttached || isComplete) return isComplete ? [...behind, 'complete'] : behind;
  if (!hasDatabase) return [...behind, 'copying the database'];
  return [...behind, filesMissing === undefined ? 'comparing files' : `${filesMissing} files left to copy`];
}

function describeBackup({ hasNightlyBackup, lastBackup, lastProvedBackup }: StoredInstanceData): string {
  if (!lastBackup) return hasNightlyBackup ? 'none yet' : 'none: BACKUP_DIR is not set';
  const { at, state, why } = lastBackup;
  if (state === 'proved') return `${formatMoment(at)}, restored and verified`;
  const good = lastProvedBackup ? `last verified ${formatMoment(lastProvedBackup.at)}` : 'none verified yet';
  return `${formatMoment(at)} ${state}: ${why ?? 'see the log'}; ${good}`;
}

const formatSeconds = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

function formatOffset(seconds: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(seconds) / 3600), Math.floor((Math.abs(seconds) % 3600) / 60)];
  return `${seconds < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

/** Formats the slowest routes of the last minutes. */
export const formatRoutes = (routes: BoxData['slowestRoutes']): string =>
  formatTable([
    ['slowest endpoints', 'requests', 'p99', 'slowest'],
    ...routes.map(({ route, requests, p99Seconds, maxSeconds }) => [
      route,
      requests,
      formatSeconds(p99Seconds),
      formatSeconds(maxSeconds),
    ]),
  ]);

/** Formats the jobs with their last and next runs. */
export const formatJobs = (jobs: BoxData['jobs']): string =>
  formatTable([
    ['job', 'last run', 'next run', 'result'],
    ...jobs.map(({ name, isOff, lastRun, nextRun, hasFailed, outcome }) => [
      name,
      lastRun ? formatMoment(lastRun) : 'never',
      isOff ? 'off' : nextRun ? formatMoment(nextRun) : '',
      `${hasFailed ? 'failed: ' : ''}${outcome ?? ''}`,
    ]),
  ]);
