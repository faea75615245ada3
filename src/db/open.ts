import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { LRUCache } from 'lru-cache';
import { createDiskSync } from './disk-sync.ts';
import { registerFullText } from './full-text.ts';
import { createWriteWatcher, type WriteWatcher } from './watched-tables.ts';

/** Queries that may run at any time: those that read. */
export type ReadQueries = Pick<BetterSQLite3Database, 'select' | 'selectDistinct' | 'with' | '$with'>;

/** The store of one instance, for reading. Writing needs a `Transaction`. */
export interface Database {
  readonly file: string;
  readonly queries: ReadQueries;
  /** The connection itself, for pragmas, backups and queries prepared as text. */
  readonly sqlite: Sqlite.Database;
  /**
   * Runs `work` in one transaction, joining an open one, and waits for the disk. Everything is synchronous, so nothing
   * else runs in between. Throws what `work` throws, with nothing written.
   */
  transaction<Result>(work: (db: Transaction) => Result): Result;
  /**
   * Like `transaction`, but doesn't wait for the disk. Every other call sees the rows; wait for `whenDurable` before
   * acknowledging them, or doing something that a power failure won't undo.
   */
  transactWithoutSync<Result>(work: (db: Transaction) => Result): Result;
  /** Resolves once everything committed so far is durable; undefined if it already is. Rejects if the disk fails. */
  whenDurable(): Promise<void> | undefined;
  /**
   * Runs `effect` once the running transaction is committed, or at once outside a transaction; never after a rollback.
   */
  afterCommit(effect: () => void): void;
  /** Creates the triggers that `onWritten` depends on; once, when the tables exist. */
  watchTables(): void;
  /**
   * Calls `listener` with the key as soon as a watched row is written, so that the rest of the transaction reads
   * current values, and again after a rollback. `listener` must not query the database.
   */
  readonly onWritten: WriteWatcher['listen'];
  /** Calls `listener` after every commit of this connection. */
  onCommit(listener: () => void): void;
  /**
   * Makes every later transaction throw `createError`'s error because another machine writes. Not inside a transaction.
   */
  rejectTransactions(createError: () => Error): void;
  /** Reverts `rejectTransactions`. */
  acceptTransactions(): void;
  /** Moves the write-ahead log into the file when it has grown; a job calls it every second. */
  checkpoint(): void;
  /** True when another connection has written since the last call. */
  wasChangedByOtherProcess(): boolean;
  /** The last connection to close moves the write-ahead log into the file and deletes it. */
  close(): void;
}

/** The store inside a transaction: the only form that writes. Once the transaction has ended it only reads. */
export interface Transaction extends Omit<Database, 'queries'> {
  /** Queries that write throw once the transaction has ended. */
  readonly queries: BetterSQLite3Database;
  /** Whether a row has been added, changed or deleted since the transaction began. */
  hasChanged(): boolean;
}

// A command next to the running service locks the file only briefly.
export const busyTimeout = 'busy_timeout = 5000';

const pragmas = [
  // Readers never wait for the writer, and a commit is one append.
  'journal_mode = WAL',
  // Acknowledged means durable, even if the power fails: each commit waits for the disk, or its response does.
  'synchronous = FULL',
  // On macOS an ordinary fsync leaves the bytes in the drive's cache; elsewhere this changes nothing.
  'fullfsync = ON',
  'foreign_keys = ON',
  busyTimeout,
  // Maps up to 1 GiB of the file, which the system reclaims when it needs memory, plus a page cache of 8 MiB.
  'cache_size = -8192',
  'mmap_size = 1073741824',
  'temp_store = MEMORY',
  // A job makes checkpoints, rather than some user's commit.
  'wal_autocheckpoint = 0',
  // After a burst the log file is truncated to 128 MiB: truncating and growing it again costs a busy service more than
  // the space is worth.
  'journal_size_limit = 134217728',
];

/** Opens or creates the file. Effects run after their commit, so a failing one is reported and does no harm. */
export function openDatabase(file: string, reportEffectError: (error: unknown) => void = () => {}): Database {
  const sqlite = connect(file);
  const queries = drizzle(sqlite);
  const endedQueries = rejectWrites(queries);
  const { begin, commit, rollback, hasChanged, whenDurable, close } = prepareTransactions(sqlite, file);
  let effects: (() => void)[] | undefined;
  const watcher = createWriteWatcher(sqlite);
  const commitListeners: (() => void)[] = [];
  const barrier = createBarrier();

  function undo(): void {
    effects = undefined;
    // SQLite has already rolled back after some errors, such as a full disk.
    if (sqlite.inTransaction) rollback();
    watcher.rollBack();
  }

  function runTransaction<Result>(work: (db: Transaction) => Result, waitsForDisk: boolean): Result {
    if (effects) return work(transaction);
    barrier.assertOpen();
    begin(waitsForDisk);
    watcher.begin();
    effects = [];
    let result: Result;
    try {
      result = work(transaction);
      assertSynchronous(result);
      commit();
    } catch (error) {
      undo();
      throw error;
    }
    const due = effects;
    effects = undefined;
    watcher.commit();
    for (const listener of commitListeners) listener();
    for (const effect of due) runEffect(effect, reportEffectError);
    return result;
  }

  const database: Database = {
    file,
    sqlite,
    queries: endedQueries,
    transaction: (work) => runTransaction(work, true),
    transactWithoutSync: (work) => runTransaction(work, false),
    whenDurable,
    afterCommit: (effect) => (effects ? void effects.push(effect) : runEffect(effect, reportEffectError)),
    watchTables: watcher.start,
    onWritten: watcher.listen,
    onCommit: (listener) => void commitListeners.push(listener),
    ...barrier.switches,
    checkpoint: () => checkpoint(sqlite, file),
    wasChangedByOtherProcess: createChangeDetector(sqlite),
    close,
  };

  const transaction: Transaction = {
    ...database,
    get queries() {
      return effects ? queries : endedQueries;
    },
    hasChanged,
  };

  return database;
}

/** Rejects transactions while it's closed. */
function createBarrier() {
  let createRejection: (() => Error) | undefined;
  return {
    assertOpen(): void {
      if (createRejection) throw createRejection();
    },
    switches: {
      rejectTransactions(createError: () => Error): void {
        createRejection = createError;
      },
      acceptTransactions(): void {
        createRejection = undefined;
      },
    },
  };
}

function runEffect(effect: () => void, reportError: (error: unknown) => void): void {
  try {
    effect();
  } catch (error) {
    reportError(error);
  }
}

function connect(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file);
  for (const pragma of pragmas) sqlite.pragma(pragma);
  registerFullText(sqlite);
  cacheWriteStatements(sqlite);
  return sqlite;
}

const maxCachedStatements = 500;

/**
 * Prepares statements that return no rows once per text: preparing an insert with its foreign keys and triggers can take
 * 0.5 ms, longer than running it. Statements that return rows also have a mode, such as `pluck`, so none is shared.
 */
function cacheWriteStatements(sqlite: Sqlite.Database): void {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: maxCachedStatements });
  const prepare = sqlite.prepare.bind(sqlite);
  const prepareOnce = (text: string): Sqlite.Statement => {
    const before = kept.get(text);
    if (before) return before;
    const statement = prepare(text);
    if (!statement.reader) kept.set(text, statement);
    return statement;
  };
  // Callers choose the types of parameters and rows, which are the same for one text.
  sqlite.prepare = prepareOnce as typeof sqlite.prepare;
}

function createChangeDetector(sqlite: Sqlite.Database): () => boolean {
  const readVersion = () => sqlite.pragma('data_version', { simple: true });
  let seen = readVersion();
  return () => {
    const version = readVersion();
    const changed = version !== seen;
    seen = version;
    return changed;
  };
}

const writingQueries = new Set(['insert', 'update', 'delete', 'run']);

/** The same queries, except that those that write throw. */
function rejectWrites(queries: BetterSQLite3Database): BetterSQLite3Database {
  return new Proxy(queries, {
    get(target, name) {
      if (writingQueries.has(String(name))) throw new Error('something was written outside of its transaction');
      return Reflect.get(target, name);
    },
  });
}

function prepareTransactions(sqlite: Sqlite.Database, file: string) {
  const diskSync = createDiskSync(`${file}-wal`);
  const beginning = sqlite.prepare('BEGIN IMMEDIATE');
  const committing = sqlite.prepare('COMMIT');
  const rollingBack = sqlite.prepare('ROLLBACK');
  const countChanges = sqlite.prepare('SELECT total_changes()').pluck();
  let changesAtBegin: unknown;
  let waitsForDisk = true;
  const hasChanged = () => countChanges.get() !== changesAtBegin;
  return {
    hasChanged,
    /** Each change of the setting takes a few microseconds. */
    begin(waits: boolean) {
      if (waits !== waitsForDisk) sqlite.pragma(`synchronous = ${waits ? 'FULL' : 'NORMAL'}`);
      waitsForDisk = waits;
      beginning.run();
      changesAtBegin = countChanges.get();
    },
    commit() {
      const needsSync = !waitsForDisk && !sqlite.memory && hasChanged();
      committing.run();
      if (needsSync) diskSync.start();
    },
    rollback: () => rollingBack.run(),
    whenDurable: diskSync.wait,
    close() {
      diskSync.close();
      sqlite.close();
    },
  };
}

function assertSynchronous(result: unknown): void {
  if (!(result instanceof Promise)) return;
  result.catch(() => {});
  throw new TypeError('a transaction must not wait: its work returned a promise');
}

const bytesBeforeCheckpoint = 4 * 1024 * 1024;

/** Never waits: a backup that reads for a while mustn't hold up the service. The next second tries again. */
function checkpoint(sqlite: Sqlite.Database, file: string): void {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= bytesBeforeCheckpoint) sqlite.pragma('wal_checkpoint(PASSIVE)');
}
