import { busyTimeout, type Database } from './open.ts';

const trialBytes = 64 * 1024;

/**
 * Writes as much as a large row takes and rolls back before it reaches the disk; throws what a transaction would throw
 * now. Never waits: if another program is writing at this moment, writing works.
 */
export function tryWriting({ sqlite }: Database): void {
  sqlite.pragma('busy_timeout = 0');
  try {
    sqlite.exec('BEGIN IMMEDIATE');
    sqlite.exec(`INSERT INTO installation (name, value) VALUES ('try', zeroblob(${trialBytes}))`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    // SQLite has already rolled back after some errors.
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    sqlite.pragma(busyTimeout);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
