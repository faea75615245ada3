import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { isOnReadOnlyDisk } from '#platform/files/files.ts';
import { type FolderLock, tryLock } from './folder-lock.ts';

/** Another program holds the instance, or it isn't usable in its current state; the message says what to do. */
export class InstanceUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InstanceUnavailable';
  }
}

const lockName = 'service.lock';

type DataLocations = Pick<Config, 'folders' | 'databaseFile'>;

/**
 * Locks the data folder and the database, which may be elsewhere: two services on one database would each mistake the
 * other's changes for their own. Throws InstanceUnavailable when a service, or a command that requires exclusive
 * access, is running on either.
 */
export function lockInstance({ folders, databaseFile }: DataLocations): FolderLock {
  assertWritableDisks({ folders, databaseFile });
  const folderLock = tryLock(folders.data, lockName);
  if (!folderLock) throw createAlreadyRunningError(folders.data, 'DATA_DIR');
  try {
    const databaseLock = lockDatabase(databaseFile);
    if (!databaseLock) throw createAlreadyRunningError(databaseFile, 'DATABASE_URL');
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

/** Whether a service, or a command that requires exclusive access, holds the instance. */
export function isInstanceLocked(places: DataLocations): boolean {
  try {
    lockInstance(places).release();
    return false;
  } catch (error) {
    if (error instanceof InstanceUnavailable) return true;
    throw error;
  }
}

/**
 * Whether a service, or a command that requires exclusive access, is running on the folder. Only tests the lock, and
 * creates none.
 */
export function isServiceRunning({ folders }: Pick<Config, 'folders'>): boolean {
  if (!existsSync(join(folders.data, lockName))) return false;
  try {
    const lock = tryLock(folders.data, lockName);
    lock?.release();
    return lock === undefined;
  } catch {
    return false;
  }
}

const createAlreadyRunningError = (place: string, variable: string): InstanceUnavailable =>
  new InstanceUnavailable(`A service is already running on ${place}: stop it first, or use another ${variable}.`);

/** The lock is next to the real file, whichever path the setting uses. */
function lockDatabase(databaseFile: string): FolderLock | undefined {
  const file = resolveFile(databaseFile);
  return tryLock(dirname(file), `${basename(file)}.lock`);
}

/** Resolves symbolic links in the path of a file; the file may be missing, its folder may not. */
function resolveFile(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Throws InstanceUnavailable when data, database or pictures are on a read-only disk. */
export function assertWritableDisks({ folders, databaseFile }: DataLocations): void {
  const place = [folders.data, dirname(databaseFile), folders.images].find(isOnReadOnlyDisk);
  if (place === undefined) return;
  throw new InstanceUnavailable(
    `The disk of ${place} is read-only, so nothing can be stored: check the system log for disk errors, ` +
      'remount it writable, or use another disk. `gangway backup` to another disk still works.',
  );
}
