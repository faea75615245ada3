import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

/** The store of one instance: Drizzle for queries, the connection itself for pragmas and backups. */
export interface Database {
  readonly file: string;
  readonly queries: BetterSQLite3Database;
  readonly sqlite: Sqlite.Database;
  /**
   * Runs `work` in one transaction; inside another it simply joins. Everything is synchronous, so nothing else runs
   * in between. Throws what `work` throws, with nothing written.
   */
  transaction<Result>(work: () => Result): Result;
  /** Runs `effect` once the running transaction is safe on disk, or at once outside of one; never after a rollback. */
  afterCommit(effect: () => void): void;
  /**
   * Drops a remembered value that the running transaction has made wrong: at once, so that the rest of it reads afresh,
   * and again when it has ended, so that nothing it read stays behind after a rollback.
   */
  invalidate(drop: () => void): void;
  /** Moves the write-ahead log into the file when it has grown; a job calls it every second. */
  checkpoint(): void;
  /** True when another connection has written since the last call. */
  changedElsewhere(): boolean;
  close(): void;
}

// A command beside the running service holds the file for moments only.
const busyTimeout = 'busy_timeout = 5000';

const pragmas = [
  // Readers never wait for the writer, and a commit is one append.
  'journal_mode = WAL',
  // Acknowledged means durable, also when the power fails: each commit waits for the disk.
  'synchronous = FULL',
  'foreign_keys = ON',
  busyTimeout,
  // 64 MiB of pages in memory, and the file mapped up to 256 MiB.
  'cache_size = -65536',
  'mmap_size = 268435456',
  'temp_store = MEMORY',
  // Checkpoints are made by a job, not in the middle of somebody's commit.
  'wal_autocheckpoint = 0',
  // The log file is cut back to 16 MiB after a burst.
  'journal_size_limit = 16777216',
];

const bytesBeforeCheckpoint = 4 * 1024 * 1024;
const bytesBeforeTruncation = 64 * 1024 * 1024;

function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Opens or creates the file. Effects run after their commit, so one that fails is reported and spoils nothing. */
export function openDatabase(file: string, reportEffectFailure: (error: unknown) => void = () => {}): Database {
  const sqlite = new Sqlite(file);
  for (const pragma of pragmas) sqlite.pragma(pragma);
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const rollback = sqlite.prepare('ROLLBACK');
  let effects: (() => void)[] | undefined;
  const drops: (() => void)[] = [];
  let seenVersion = sqlite.pragma('data_version', { simple: true });

  function dropStale(): void {
    for (const drop of drops.splice(0)) drop();
  }

  function undo(): void {
    effects = undefined;
    dropStale();
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (sqlite.inTransaction) rollback.run();
  }

  function transaction<Result>(work: () => Result): Result {
    if (effects) return work();
    begin.run();
    effects = [];
    let result: Result;
    try {
      result = work();
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new TypeError('a transaction must not wait: its work returned a promise');
      }
      commit.run();
    } catch (error) {
      undo();
      throw error;
    }
    const due = effects;
    effects = undefined;
    dropStale();
    for (const effect of due) runEffect(effect);
    return result;
  }

  function runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      reportEffectFailure(error);
    }
  }

  function checkpoint(): void {
    const size = getFileSize(`${file}-wal`);
    if (size < bytesBeforeCheckpoint) return;
    if (size < bytesBeforeTruncation) sqlite.pragma('wal_checkpoint(PASSIVE)');
    else truncateLog();
  }

  /** Waits for nobody: a backup that reads for a while must not hold up the service. The next second tries again. */
  function truncateLog(): void {
    sqlite.pragma('busy_timeout = 0');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    sqlite.pragma(busyTimeout);
  }

  return {
    file,
    sqlite,
    queries: drizzle(sqlite),
    transaction,
    afterCommit(effect) {
      if (effects) effects.push(effect);
      else runEffect(effect);
    },
    invalidate(drop) {
      drop();
      if (effects) drops.push(drop);
    },
    checkpoint,
    changedElsewhere() {
      const version = sqlite.pragma('data_version', { simple: true });
      const changed = version !== seenVersion;
      seenVersion = version;
      return changed;
    },
    close() {
      // The last connection to close moves the write-ahead log into the file and deletes it.
      sqlite.close();
    },
  };
}
