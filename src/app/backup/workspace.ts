import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folders } from '#config/config.ts';
import { isOnReadOnlyDisk, removePath } from '#platform/files/files.ts';
import { isDiskFull } from '#platform/machine/machine-trouble.ts';
import { runAsOwner } from '#platform/processes/owner.ts';
import { type FolderLock, tryLock } from '../folder-lock.ts';
import { BackupFailed } from './backup-failed.ts';
import { clearRetainedUploads } from './retained-uploads.ts';

/** Where one backup is built and verified. */
export interface BackupWorkspace {
  readonly folder: string;
  /** Deletes everything in the workspace. */
  close(): void;
}

type StorageFolders = Pick<Folders, 'data' | 'images'>;

/** Allows one backup of an instance at a time; returns undefined while another one runs. */
const lockBackup = ({ data }: StorageFolders): FolderLock | undefined =>
  runAsOwner(data, () => tryLock(data, 'backup.lock'));

/**
 * Creates a folder next to the backup's file, on the disk that needs the space: the data's disk may be full or
 * read-only. Throws BackupFailed while another backup of the instance is being made.
 */
export function openWorkspace(folders: StorageFolders, file: string): BackupWorkspace {
  if (isOnReadOnlyDisk(folders.data)) return openUnlocked(file);
  let lock: FolderLock | undefined;
  try {
    lock = lockBackup(folders);
  } catch (error) {
    if (isDiskFull(error)) return openUnlocked(file);
    throw error;
  }
  if (!lock) throw new BackupFailed(`Another backup of ${folders.data} is in progress: wait for it to finish.`);
  return openLocked(folders, file, lock);
}

function openLocked(folders: StorageFolders, file: string, lock: FolderLock): BackupWorkspace {
  // A fixed name, so that the next backup deletes the leftovers of an interrupted one.
  const instance = createHash('sha256').update(folders.data).digest('hex').slice(0, 12);
  const folder = join(dirname(file), `.gangway-backup-${instance}`);
  const clear = () => {
    removePath(folder);
    clearRetainedUploads(folders.images);
  };
  try {
    clear();
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    folder,
    close() {
      clear();
      lock.release();
    },
  };
}

function openUnlocked(file: string): BackupWorkspace {
  const folder = mkdtempSync(join(dirname(file), '.gangway-backup-'));
  return { folder, close: () => removePath(folder) };
}

/** Ends the keeping that an interrupted backup began; until then the service keeps every deleted file. */
export function clearInterruptedBackup(folders: StorageFolders): void {
  const lock = lockBackup(folders);
  // Whether a backup is being made.
  if (!lock) return;
  // Earlier versions built backups there.
  removePath(join(folders.data, '.backup'));
  clearRetainedUploads(folders.images);
  lock.release();
}
