import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FolderLock, tryLock } from '#app/folder-lock.ts';
import type { Folders } from '#config/config.ts';
import { isOnReadOnlyDisk } from '#platform/files.ts';
import { CommandFailed } from '../failure.ts';
import { clearKeptUploads } from './kept-uploads.ts';

/** Where one backup is brought together. */
export interface Workplace {
  readonly folder: string;
  /** Removes everything that was brought together. */
  close(): void;
}

type Homes = Pick<Folders, 'data' | 'images'>;

/** One backup of an instance is made at a time; undefined while another one is. */
const lockBackup = ({ data }: Homes): FolderLock | undefined => tryLock(data, 'backup.lock');
const getFolder = ({ data }: Homes): string => join(data, '.backup');

/**
 * A folder in the data folder, or beside the backup's file when the data lies on a disk that can only be read: there no
 * other backup can be under way. Throws CommandFailed while another one is.
 */
export function openWorkplace(folders: Homes, file: string): Workplace {
  if (isOnReadOnlyDisk(folders.data)) return openWorkplaceBeside(file);
  const lock = lockBackup(folders);
  if (!lock) throw new CommandFailed(`Another backup of ${folders.data} is being made: wait for it.`);
  const folder = getFolder(folders);
  try {
    // A backup that was interrupted has left its own behind.
    clear(folders);
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    folder,
    close() {
      clear(folders);
      lock.release();
    },
  };
}

function openWorkplaceBeside(file: string): Workplace {
  const folder = mkdtempSync(join(dirname(file), '.gangway-backup-'));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

function clear(folders: Homes): void {
  rmSync(getFolder(folders), { recursive: true, force: true });
  clearKeptUploads(folders.images);
}

/** Removes what an interrupted backup has left; as long as that is there the service keeps every file it removes. */
export function clearInterruptedBackup(folders: Homes): void {
  const lock = lockBackup(folders);
  // A backup is being made.
  if (!lock) return;
  clear(folders);
  lock.release();
}
