import * as v from 'valibot';
import { instant, wholeNumber } from '#contract/fields.ts';
import { lowDiskLevels } from '#contract/low-disk.ts';
import { readinessLineNames } from '#contract/readiness.ts';
import { record } from '#contract/record.ts';

const bytes = v.pipe(v.number(), v.integer());

/** One disk, with the parts of the instance on it: `data`, `database`, `pictures`. */
const BoxDiskData = record('BoxDiskData', {
  places: v.pipe(v.array(v.string()), v.description('What the disk stores: `data`, `database`, `pictures`')),
  freeBytes: v.pipe(bytes, v.description('Free space in bytes')),
  totalBytes: v.pipe(bytes, v.description('Total space in bytes')),
});

/** Request statistics for the last five minutes; times in seconds, the 99th percentile to within some milliseconds. */
const BoxTrafficData = record('BoxTrafficData', {
  route: v.pipe(v.string(), v.description('Method and path')),
  requests: v.pipe(wholeNumber, v.description('Number of requests in the last five minutes')),
  failures: v.pipe(wholeNumber, v.description('Number of requests that failed because of the server')),
  meanSeconds: v.pipe(v.number(), v.description('Average time in seconds')),
  p99Seconds: v.pipe(v.number(), v.description('99th percentile of the response time, in seconds')),
  maxSeconds: v.pipe(v.number(), v.description('Time of the slowest, in seconds')),
});

/** A job with its last and next run; `times` is its schedule in words, `outcome` its result or why it failed. */
const BoxJobData = record('BoxJobData', {
  name: v.pipe(v.string(), v.description('Name of the job')),
  times: v.pipe(v.string(), v.description('When it runs, in words')),
  isOff: v.pipe(v.boolean(), v.description('Whether it’s switched off')),
  lastRun: v.pipe(v.optional(instant), v.description('When it last ran')),
  milliseconds: v.pipe(v.optional(wholeNumber), v.description('Duration in milliseconds')),
  hasFailed: v.pipe(v.boolean(), v.description('Whether it failed')),
  outcome: v.pipe(v.optional(v.string()), v.description('Result of the last run, or why it failed')),
  nextRun: v.pipe(v.optional(instant), v.description('When it runs next')),
});

/** A backup: `proved` was restored and verified, `unproved` could not be, `failed` has no file; `why` says more. */
const BoxBackupData = record('BoxBackupData', {
  at: v.pipe(instant, v.description('When it started')),
  state: v.pipe(
    v.picklist(['proved', 'unproved', 'failed']),
    v.description('Whether it was restored and verified; a failed backup has no file'),
  ),
  file: v.pipe(v.optional(v.string()), v.description('Path of the file')),
  bytes: v.pipe(v.optional(bytes), v.description('Size of the file')),
  why: v.pipe(v.optional(v.string()), v.description('Why it isn’t verified, or what’s wrong in the data')),
});

/** A user who can't log in or recover; without `until` the crew has to unlock the family. */
const BoxLockOutData = record('BoxLockOutData', {
  username: v.pipe(v.string(), v.description('Username, unique regardless of letter case')),
  kind: v.pipe(
    v.picklist(['wrong-passwords', 'failed-recoveries']),
    v.description('Why the user can’t log in or recover the account'),
  ),
  until: v.pipe(v.optional(instant), v.description('When it ends; absent if the crew has to unlock the account')),
  address: v.pipe(v.optional(v.string()), v.description('Network address that tried')),
});

/** Current problems, each in one sentence that says what to do. */
const BoxTroubleData = record('BoxTroubleData', {
  name: v.pipe(v.string(), v.description('Short name of the trouble')),
  sentence: v.pipe(v.string(), v.description('What’s wrong and what to do')),
  since: v.pipe(v.optional(instant), v.description('When it started')),
});

/** The ship's clock: the zone in force, and the sailing it belongs to. */
const BoxClockData = record('BoxClockData', {
  now: v.pipe(instant, v.description('Current time')),
  zone: v.pipe(v.string(), v.description('IANA name of the ship’s time zone')),
  offsetSeconds: v.pipe(v.number(), v.integer(), v.description('Offset from UTC in seconds')),
  nextChange: v.pipe(v.optional(instant), v.description('When the time zone changes next')),
  sailingBegins: v.pipe(v.string(), v.description('Embarkation day')),
  sailingDays: v.pipe(wholeNumber, v.description('Length of the sailing in days')),
});

/** The machine that can take over; `lagMilliseconds` and `lagBytes` are absent while it copies the database again. */
const BoxSpareData = record('BoxSpareData', {
  peer: v.pipe(v.optional(v.string()), v.description('Address of the spare; absent until it first followed')),
  isAttached: v.pipe(v.boolean(), v.description('Whether it follows now')),
  since: v.pipe(v.optional(instant), v.description('When it started to follow, or was last heard from')),
  isComplete: v.pipe(v.boolean(), v.description('Whether it has everything it needs to take over')),
  hasDatabase: v.pipe(v.boolean(), v.description('Whether it has the database; false while it copies it')),
  filesMissing: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of files it lacks; absent while they’re compared'),
  ),
  lagMilliseconds: v.pipe(v.optional(wholeNumber), v.description('Age of the oldest change it lacks, in milliseconds')),
  lagBytes: v.pipe(v.optional(bytes), v.description('Bytes of the log it lacks')),
  waiting: v.pipe(
    v.picklist(['off', 'on', 'given-up']),
    v.description('Whether responses wait for its disk; `given-up` if they should, but the server goes on without it'),
  ),
});
export type BoxSpareData = v.InferInput<typeof BoxSpareData>;

/** What the crew must know about the server at a glance (moderation rule A34). */
export const BoxData = record('BoxData', {
  version: v.pipe(v.string(), v.description('Version of the service')),
  environment: v.pipe(v.string(), v.description('Environment: production, development or testing')),
  startedAt: v.pipe(instant, v.description('When the service started')),
  /** Whether reads and writes work; the latter from the last attempt. */
  isReadable: v.pipe(v.boolean(), v.description('Whether reading works')),
  isWritable: v.pipe(v.boolean(), v.description('Whether writing worked when last tried')),
  troubles: v.pipe(v.array(BoxTroubleData), v.description('Current problems')),
  /** What passengers can't do because the disk is nearly full (core rule 128). */
  refused: v.pipe(
    v.array(v.picklist(lowDiskLevels)),
    v.description('What passengers can’t do because the disk is nearly full'),
  ),
  disks: v.pipe(v.array(BoxDiskData), v.description('Disks, with what they store')),
  databaseBytes: v.pipe(bytes, v.description('Size of the database in bytes')),
  databaseLogBytes: v.pipe(bytes, v.description('Size of its write-ahead log in bytes')),
  /** Absent until they have been measured. */
  pictureBytes: v.pipe(v.optional(bytes), v.description('Size of all pictures in bytes; absent until measured')),
  memoryBytes: v.pipe(bytes, v.description('Memory in use, in bytes')),
  accounts: v.pipe(wholeNumber, v.description('Number of accounts')),
  /** Users who called in the last five minutes, or have a socket open. */
  peoplePresent: v.pipe(
    wholeNumber,
    v.description('Number of users who made a call within five minutes or have an open socket'),
  ),
  sockets: v.pipe(wholeNumber, v.description('Number of open sockets')),
  socketUsers: v.pipe(wholeNumber, v.description('Number of users with an open socket')),
  requestsPerSecond: v.pipe(v.number(), v.description('Requests per second over the last five minutes')),
  requests: v.pipe(BoxTrafficData, v.description('Requests of the last five minutes')),
  /** The slowest routes first, at most ten. */
  slowestRoutes: v.pipe(v.array(BoxTrafficData), v.description('Up to ten routes, slowest first')),
  openReports: v.pipe(wholeNumber, v.description('Number of reports that wait for a moderator')),
  lockOuts: v.pipe(v.array(BoxLockOutData), v.description('Users who can’t log in or recover their account')),
  /** Whether there is a folder for nightly backups; the last backup, and the last that was verified. */
  hasNightlyBackup: v.pipe(v.boolean(), v.description('Whether there is a folder for nightly backups')),
  lastBackup: v.pipe(v.optional(BoxBackupData), v.description('The last backup that was checked, whatever the result')),
  lastProvedBackup: v.pipe(v.optional(BoxBackupData), v.description('The last backup that was restored and verified')),
  /** Absent if no spare is paired. */
  spare: v.pipe(v.optional(BoxSpareData), v.description('The paired spare; absent if there’s none')),
  jobs: v.pipe(v.array(BoxJobData), v.description('Jobs, with their last and next run')),
  clock: v.pipe(BoxClockData, v.description('Ship’s clock')),
});
export type BoxData = v.InferInput<typeof BoxData>;

/** Why a line isn't ready, and the command that helps where there is one. */
const ReadinessFaultData = record('ReadinessFaultData', {
  sentence: v.pipe(v.string(), v.description('What’s wrong and what to do')),
  command: v.pipe(v.optional(v.string()), v.description('Command that helps; absent if there’s none')),
});

/** A line of the crew's sign-off: `leftOut` has faults, and the crew sails without it (READY_WITHOUT). */
const ReadinessLineData = record('ReadinessLineData', {
  name: v.pipe(v.picklist(readinessLineNames), v.description('The word by which `READY_WITHOUT` names the line')),
  title: v.pipe(v.string(), v.description('What the line is about')),
  state: v.pipe(
    v.picklist(['ready', 'todo', 'leftOut']),
    v.description('`ready`; `todo` if there are faults; `leftOut` if the crew sails with them'),
  ),
  sentence: v.pipe(v.string(), v.description('Summary; may be empty if there are faults')),
  faults: v.pipe(v.array(ReadinessFaultData), v.description('What’s left to do; empty if the line is ready')),
});

/** The crew's sign-off (moderation rule A38). */
export const ReadinessData = record('ReadinessData', {
  isReady: v.pipe(v.boolean(), v.description('Whether every line is ready')),
  lines: v.pipe(v.array(ReadinessLineData), v.description('The lines of the table, in its order')),
});
export type ReadinessData = v.InferInput<typeof ReadinessData>;

/** The server at one moment of the last day; `freeBytes` of the disk with the data (moderation rule A35). */
const BoxSampleData = record('BoxSampleData', {
  at: v.pipe(instant, v.description('When it was measured')),
  freeBytes: v.pipe(bytes, v.description('Free space in bytes')),
  memoryBytes: v.pipe(bytes, v.description('Memory in use, in bytes')),
  sockets: v.pipe(wholeNumber, v.description('Number of open sockets')),
  peoplePresent: v.pipe(
    wholeNumber,
    v.description('Number of users who made a call within five minutes or have an open socket'),
  ),
  requestsPerSecond: v.pipe(v.number(), v.description('Requests per second over the last five minutes')),
  p99Seconds: v.pipe(v.number(), v.description('99th percentile of the response time, in seconds')),
});
export type BoxSampleData = v.InferInput<typeof BoxSampleData>;

/** State of the server over the last day. */
export const BoxHistoryData = record('BoxHistoryData', {
  samples: v.pipe(v.array(BoxSampleData), v.description('Samples every ten minutes, oldest first')),
});
export type BoxHistoryData = v.InferInput<typeof BoxHistoryData>;
