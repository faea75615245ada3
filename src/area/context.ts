import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { createDialects, type Dialects } from '#config/dialects.ts';
import type { Secrets } from '#config/secrets.ts';
import type {
  Call as AnyCall,
  Handlers as AnyHandlers,
  RecordRead as AnyRecordRead,
  Write as AnyWrite,
  Api,
} from '#contract/endpoint.ts';
import type { Database, Transaction } from '#db/open.ts';
import { readDisks } from '#platform/files/disk-space.ts';
import { createFileStore, type FileStore } from '#platform/files/file-store.ts';
import { type Caches, createCaches } from '#platform/limits/caches.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { createDownloads, type Downloads } from '#platform/network/downloads.ts';
import { createLiveHub, type LiveHub } from '#platform/network/live-hub.ts';
import { type Conditions, createConditions } from '#platform/observing/conditions.ts';
import type { Log } from '#platform/observing/log.ts';
import { createMetrics, type Metrics } from '#platform/observing/metrics.ts';
import { createMinuteLog, type MinuteLog } from '#platform/observing/minute-log.ts';
import { createPictureWorkers, type PictureWorkers } from '#platform/pictures/picture-workers.ts';
import { createPasswords, type Passwords } from '#platform/secrets/passwords.ts';
import { type Clock, createRehearsalClock, systemClock } from '#platform/time/clock.ts';
import { createJobRunner, type JobRunner } from '#platform/time/job-runner.ts';
import { type AuditLog, createLogAudit } from './audit-log.ts';
import { createSpareReport, type SpareReport } from './spare.ts';

/** Stored pictures: full size, thumbnails, and thumbnails of pictures that were replaced (core rule 121). */
export interface PictureFiles {
  readonly full: FileStore;
  readonly thumb: FileStore;
  readonly archive: FileStore;
}

/** Notifies listeners of saved files. */
export interface SavedFiles {
  note(path: string): void;
  onSaved(listener: (path: string) => void): void;
}

function createSavedFiles(): SavedFiles {
  const listeners: ((path: string) => void)[] = [];
  return {
    note(path) {
      for (const listener of listeners) listener(path);
    },
    onSaved: (listener) => void listeners.push(listener),
  };
}

/** The infrastructure that every area gets. It knows no area. */
export interface Context {
  /** The instance's context, also when this is a `WriteContext`: use it for what outlives a transaction. */
  readonly instance: Context;
  readonly config: Config;
  /** Dialects that clients use; a service reads their files when it starts. */
  readonly dialects: Dialects;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly live: LiveHub;
  readonly jobs: JobRunner;
  readonly caches: Caches;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
  readonly pictures: PictureFiles;
  /** Called for every file that was stored. */
  readonly savedFiles: SavedFiles;
  /** The state of the machine that may take over. */
  readonly spare: SpareReport;
  readonly pictureWorkers: PictureWorkers;
  readonly downloads: Downloads;
  /** How much disk space is left. */
  readonly readDisks: typeof readDisks;
  readonly metrics: Metrics;
  /** What's wrong with the machine at present. */
  readonly conditions: Conditions;
  /** The log for what happens too often to get a line each. */
  readonly minuteLog: MinuteLog;
  /** Use it through `writeAuditLog`. */
  readonly auditLog: AuditLog;
  /** Random name of this process's run; a client that knows it has read it in the data folder. */
  readonly runID: string;
  /** When this process opened the instance. */
  readonly startedAt: Date;
}

/** The parts opened before the context: the migrated database and its secrets. */
type OpenedParts = Pick<Context, 'config' | 'db' | 'secrets' | 'log'>;
/** Parts that tests and commands replace. */
export type ContextParts = Partial<
  Pick<Context, 'clock' | 'log' | 'passwords' | 'pictureWorkers' | 'downloads' | 'readDisks' | 'auditLog'>
>;

/** Creates the context of an instance. */
export function createContext({ config, db, secrets, log }: OpenedParts, parts: ContextParts = {}): Context {
  const savedFiles = createSavedFiles();
  const openPictures = (name: string) => createFileStore(join(config.folders.images, name), undefined, savedFiles.note);
  const clock = parts.clock ?? (config.rehearsal ? createRehearsalClock(config.rehearsal) : systemClock);
  const conditions = createConditions(log, clock);
  db.watchTables();
  const context = {
    config,
    dialects: createDialects(config.folders.dialects),
    db,
    clock,
    log,
    live: createLiveHub((error) =>
      log.error({ stack: error instanceof Error ? error.stack : String(error) }, 'a frame could not be sent'),
    ),
    jobs: createJobRunner(log, conditions),
    caches: createCaches(),
    passwords: parts.passwords ?? createPasswords(),
    secrets,
    pictures: {
      full: openPictures('full'),
      thumb: openPictures('thumb'),
      archive: openPictures('archive'),
    },
    savedFiles,
    spare: createSpareReport(),
    pictureWorkers: parts.pictureWorkers ?? createPictureWorkers(log),
    downloads: parts.downloads ?? createDownloads(),
    readDisks: parts.readDisks ?? readDisks,
    metrics: createMetrics(() => clock.steadyNow()),
    conditions,
    minuteLog: createMinuteLog(log),
    auditLog: parts.auditLog ?? createLogAudit(log),
    runID: randomUUID(),
    startedAt: clock.now(),
    // Complete with `instance`, which is set below.
  } as Context;
  // Not a getter: with one, each transaction's copy of the context takes 3 µs instead of 0.04.
  return Object.assign(context, { instance: context });
}

/** The context inside a transaction: rows can only be written with it. */
export interface WriteContext extends Context {
  readonly db: Transaction;
}

/**
 * Runs `work` in one transaction, joining an open one, and waits for the disk. Effects registered with `db.afterCommit`
 * follow.
 */
export function transact<Result>(context: Context, work: (context: WriteContext) => Result): Result {
  return context.db.transaction((db) => work({ ...context, db }));
}

/** Like `transact`, but doesn't wait for the disk: wait for `db.whenDurable` before acknowledging the rows. */
export function transactWithoutSync<Result>(context: Context, work: (context: WriteContext) => Result): Result {
  return context.db.transactWithoutSync((db) => work({ ...context, db }));
}

/** Something an area has once per running instance, such as a cache or a limiter; created on first use. */
export function createOncePerInstance<Value>(create: (context: Context) => Value): (context: Context) => Value {
  const createOnce = computeOncePerObject(create);
  return (context) => createOnce(context.instance);
}

/** Handlers of declared endpoints, as areas write them. */
export type Handlers<A extends Api> = AnyHandlers<A, WriteContext>;
/** Input of a handler. */
export type Call<D> = AnyCall<D, WriteContext>;
/** Runs the writing part of a call in its transaction. */
export type Write = AnyWrite<WriteContext>;
/** Records what a reading call stores, unless writing is impossible. */
export type RecordRead = AnyRecordRead<WriteContext>;
