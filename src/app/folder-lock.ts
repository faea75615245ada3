import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from '#platform/files/files.ts';

/** A lock that one process holds; it ends with the process, however that ends. */
export interface FolderLock {
  release(): void;
}

/**
 * Holds the file of this name in a folder, which is made when missing; undefined when another process holds it. SQLite
 * asks the system for the lock, so that a crash leaves none behind.
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
