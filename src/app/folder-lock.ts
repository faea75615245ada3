import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from '#platform/files/files.ts';

/** A lock held by one process, released when the process ends for any reason. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks the file of this name in a folder, creating the folder if missing; returns undefined when another process holds
 * it. SQLite uses a lock of the operating system, so a crash leaves none behind.
 */
export function tryLock(folder: string, name: string): FolderLock | undefined {
  makeFolder(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
  const lock = new Sqlite(join(folder, name), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
