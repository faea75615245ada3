import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { LRUCache } from 'lru-cache';
import { flagsToSync } from '#platform/machine/operating-system.ts';
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
   * Runs `work` in one transaction, joining an open one. Everything is synchronous, so nothing else runs in between.
   * Throws what `work` throws, with nothing written.
   */
  transaction<Result>(work: (db: Transaction) => Result): Result;
  /**
   * Runs `work` in a transaction that doesn't wait for the disk, for rows that stay invisible until another transaction
   * publishes them. Resolves once they're durable. Not inside another transaction.
   */
  transactWithoutSync<Result>(work: (db: Transaction) => Result): Promise<Result>;
  /**
   * Runs `effect` once the running transaction is durable, or at once outside a transaction; never after a rollback.
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
  // Acknowledged means durable, even if the power fails: each commit waits for the disk.
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
  const { begin, commit, rollback, hasChanged } = prepareTransactions(sqlite);
  let effects: (() => void)[] | undefined;
  const watcher = createWriteWatcher(sqlite);
  const commitListeners: (() => void)[] = [];
  const barrier = createBarrier();

  function undo(): void {
    effects = undefined;
    // SQLite has already rolled back after some errors, such as a full disk.
    if (sqlite.inTransaction) rollback.run();
    watcher.rollBack();
  }

  function runTransaction<Result>(work: (db: Transaction) => Result): Result {
    if (effects) return work(transaction);
    barrier.assertOpen();
    begin();
    watcher.begin();
    effects = [];
    let result: Result;
    try {
      result = work(transaction);
      assertSynchronous(result);
      commit.run();
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
    transaction: runTransaction,
    transactWithoutSync: createTransactWithoutSync(sqlite, `${file}-wal`, runTransaction),
    afterCommit: (effect) => (effects ? void effects.push(effect) : runEffect(effect, reportEffectError)),
    watchTables: watcher.start,
    onWritten: watcher.listen,
    onCommit: (listener) => void commitListeners.push(listener),
    ...barrier.switches,
    checkpoint: () => checkpoint(sqlite, file),
    wasChangedByOtherProcess: createChangeDetector(sqlite),
    close: () => void sqlite.close(),
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

/** While it's closed, nothing passes. */
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

function prepareTransactions(sqlite: Sqlite.Database) {
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const countChanges = sqlite.prepare('SELECT total_changes()').pluck();
  let changesAtBegin: unknown;
  return {
    begin() {
      begin.run();
      changesAtBegin = countChanges.get();
    },
    hasChanged: () => countChanges.get() !== changesAtBegin,
    commit: sqlite.prepare('COMMIT'),
    rollback: sqlite.prepare('ROLLBACK'),
  };
}

/** Commits without waiting for the disk, then syncs the log while everything else goes on. */
function createTransactWithoutSync(
  sqlite: Sqlite.Database,
  log: string,
  run: Database['transaction'],
): Database['transactWithoutSync'] {
  return async (work) => {
    const before = Number(sqlite.pragma('synchronous', { simple: true }));
    sqlite.pragma('synchronous = NORMAL');
    let result: ReturnType<typeof work>;
    try {
      result = run(work);
    } finally {
      sqlite.pragma(`synchronous = ${before}`);
    }
    await waitForDisk(log);
    return result;
  };
}

async function waitForDisk(file: string): Promise<void> {
  const opened = await open(file, flagsToSync);
  try {
    await opened.datasync();
  } finally {
    await opened.close();
  }
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
