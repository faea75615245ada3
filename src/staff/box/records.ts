import * as v from 'valibot';
import { instant, wholeNumber } from '#contract/fields.ts';
import { lowDiskLevels } from '#contract/low-disk.ts';
import { readinessLineNames } from '#contract/readiness.ts';
import { record } from '#contract/record.ts';

const bytes = v.pipe(v.number(), v.integer());

/** One disk, with what of the instance lies on it: `data`, `database`, `pictures`. */
const BoxDiskData = record('BoxDiskData', { places: v.array(v.string()), freeBytes: bytes, totalBytes: bytes });

/** How requests went in the last five minutes; times in seconds, the 99th percentile to within some milliseconds. */
const BoxTrafficData = record('BoxTrafficData', {
  route: v.string(),
  requests: wholeNumber,
  failures: wholeNumber,
  meanSeconds: v.number(),
  p99Seconds: v.number(),
  maxSeconds: v.number(),
});

/** A job with its last run and the next one; `times` in words, `outcome` what it said that it did, or why it failed. */
const BoxJobData = record('BoxJobData', {
  name: v.string(),
  times: v.string(),
  isOff: v.boolean(),
  lastRun: v.optional(instant),
  milliseconds: v.optional(wholeNumber),
  hasFailed: v.boolean(),
  outcome: v.optional(v.string()),
  nextRun: v.optional(instant),
});

/** A backup: `proved` was restored and verified, `unproved` could not be, of `failed` there is no file; `why` says more. */
const BoxBackupData = record('BoxBackupData', {
  at: instant,
  state: v.picklist(['proved', 'unproved', 'failed']),
  file: v.optional(v.string()),
  bytes: v.optional(bytes),
  why: v.optional(v.string()),
});

/** Somebody who cannot log in or recover; without `until` the crew has to unlock the family. */
const BoxLockOutData = record('BoxLockOutData', {
  username: v.string(),
  kind: v.picklist(['wrong-passwords', 'failed-recoveries']),
  until: v.optional(instant),
  address: v.optional(v.string()),
});

/** What is wrong at present, each in one sentence that says what to do. */
const BoxTroubleData = record('BoxTroubleData', { name: v.string(), sentence: v.string(), since: v.optional(instant) });

/** The ship's clock: the zone in force, and the sailing it belongs to. */
const BoxClockData = record('BoxClockData', {
  now: instant,
  zone: v.string(),
  offsetSeconds: v.pipe(v.number(), v.integer()),
  nextChange: v.optional(instant),
  sailingBegins: v.string(),
  sailingDays: wholeNumber,
});

/** The machine that may take this one's place; `lagMilliseconds` and `lagBytes` are absent while it takes the database anew. */
const BoxSpareData = record('BoxSpareData', {
  peer: v.optional(v.string()),
  isAttached: v.boolean(),
  since: v.optional(instant),
  isComplete: v.boolean(),
  hasDatabase: v.boolean(),
  filesMissing: v.optional(wholeNumber),
  lagMilliseconds: v.optional(wholeNumber),
  lagBytes: v.optional(bytes),
  waiting: v.picklist(['off', 'on', 'given-up']),
});
export type BoxSpareData = v.InferInput<typeof BoxSpareData>;

/** What the crew must know of the box at a glance (moderation rule A34). */
export const BoxData = record('BoxData', {
  version: v.string(),
  environment: v.string(),
  startedAt: instant,
  /** Whether reading and storing work, the latter as last tried. */
  isReadable: v.boolean(),
  isWritable: v.boolean(),
  troubles: v.array(BoxTroubleData),
  /** What passengers cannot do, since the disk runs low (core rule 128). */
  refused: v.array(v.picklist(lowDiskLevels)),
  disks: v.array(BoxDiskData),
  databaseBytes: bytes,
  databaseLogBytes: bytes,
  /** Absent until they have been measured. */
  pictureBytes: v.optional(bytes),
  memoryBytes: bytes,
  accounts: wholeNumber,
  /** Who has called within five minutes, or has a socket open. */
  peoplePresent: wholeNumber,
  sockets: wholeNumber,
  socketUsers: wholeNumber,
  requestsPerSecond: v.number(),
  requests: BoxTrafficData,
  /** The slowest routes first, at most ten. */
  slowestRoutes: v.array(BoxTrafficData),
  openReports: wholeNumber,
  lockOuts: v.array(BoxLockOutData),
  /** Whether there is a folder for nightly backups; the last one, and the last that was proved. */
  hasNightlyBackup: v.boolean(),
  lastBackup: v.optional(BoxBackupData),
  lastProvedBackup: v.optional(BoxBackupData),
  /** Absent where no spare is paired. */
  spare: v.optional(BoxSpareData),
  jobs: v.array(BoxJobData),
  clock: BoxClockData,
});
export type BoxData = v.InferInput<typeof BoxData>;

/** Why a line isn't ready, and the command that helps where there is one. */
const ReadinessFaultData = record('ReadinessFaultData', { sentence: v.string(), command: v.optional(v.string()) });

/** A line of the crew's sign-off: `leftOut` has faults, and the crew sails without it (READY_WITHOUT). */
const ReadinessLineData = record('ReadinessLineData', {
  name: v.picklist(readinessLineNames),
  title: v.string(),
  state: v.picklist(['ready', 'todo', 'leftOut']),
  sentence: v.string(),
  faults: v.array(ReadinessFaultData),
});

/** The crew's sign-off (moderation rule A38). */
export const ReadinessData = record('ReadinessData', { isReady: v.boolean(), lines: v.array(ReadinessLineData) });
export type ReadinessData = v.InferInput<typeof ReadinessData>;

/** The box at one moment of the last day; `freeBytes` of the disk with the data (moderation rule A35). */
const BoxSampleData = record('BoxSampleData', {
  at: instant,
  freeBytes: bytes,
  memoryBytes: bytes,
  sockets: wholeNumber,
  peoplePresent: wholeNumber,
  requestsPerSecond: v.number(),
  p99Seconds: v.number(),
});
export type BoxSampleData = v.InferInput<typeof BoxSampleData>;

/** How the box was through the last day. */
export const BoxHistoryData = record('BoxHistoryData', { samples: v.array(BoxSampleData) });
export type BoxHistoryData = v.InferInput<typeof BoxHistoryData>;
