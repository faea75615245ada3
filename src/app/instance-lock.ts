import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { isOnReadOnlyDisk } from '#platform/files/files.ts';
import { type FolderLock, tryLock } from './folder-lock.ts';

/** Another program holds the instance, or it cannot be used as it is; the message says what to do. */
export class InstanceUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InstanceUnavailable';
  }
}

const lockName = 'service.lock';

type Places = Pick<Config, 'folders' | 'databaseFile'>;

/**
 * Holds the data folder and the database, which may lie elsewhere: of two services with one database each would take the
 * other's changes for its own. Throws InstanceUnavailable when a service is running on either, or a command that needs
 * it alone.
 */
export function lockInstance({ folders, databaseFile }: Places): FolderLock {
  assertWritableDisks({ folders, databaseFile });
  const folderLock = tryLock(folders.data, lockName);
  if (!folderLock) throw isRunning(folders.data, 'DATA_DIR');
  try {
    const databaseLock = lockDatabase(databaseFile);
    if (!databaseLock) throw isRunning(databaseFile, 'DATABASE_URL');
    return {
      release() {
        databaseLock.release();
        folderLock.release();
      },
    };
  } catch (error) {
    folderLock.release();
    throw error;
  }
}

/** Is the instance held, by a service or by a command that needs it alone? */
export function isInstanceHeld(places: Places): boolean {
  try {
    lockInstance(places).release();
    return false;
  } catch (error) {
    if (error instanceof InstanceUnavailable) return true;
    throw error;
  }
}

/** Is a service, or a command that needs the folder alone, running on it? Asks nothing of the disk but the lock, and makes none. */
export function isServing({ folders }: Pick<Config, 'folders'>): boolean {
  if (!existsSync(join(folders.data, lockName))) return false;
  try {
    const lock = tryLock(folders.data, lockName);
    lock?.release();
    return lock === undefined;
  } catch {
    return false;
  }
}

const isRunning = (place: string, variable: string): InstanceUnavailable =>
  new InstanceUnavailable(`A service is already running on ${place}: stop it first, or use another ${variable}.`);

/** By whatever path the database was named, its lock lies next to the file itself. */
function lockDatabase(databaseFile: string): FolderLock | undefined {
  const file = resolveFile(databaseFile);
  return tryLock(dirname(file), `${basename(file)}.lock`);
}

/** The path of a file without symbolic links; of one that is not there yet, in the folder that must be. */
function resolveFile(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Throws InstanceUnavailable when data, database or pictures lie on a disk that can only be read. */
export function assertWritableDisks({ folders, databaseFile }: Places): void {
  const place = [folders.data, dirname(databaseFile), folders.images].find(isOnReadOnlyDisk);
  if (place === undefined) return;
  throw new InstanceUnavailable(
    `The disk of ${place} can only be read, so nothing can be stored on it: look for its fault in the system's log, ` +
      'mount it for writing, or use another disk. `gangway backup` into a folder of another disk still works.',
  );
}
