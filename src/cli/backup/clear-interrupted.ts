import { tryLock } from '#app/folder-lock.ts';
import type { Folders } from '#config/config.ts';
import { backupLockName, clearGathered } from './gather.ts';

/** Removes what an interrupted backup has left; as long as that is there the service keeps every picture it removes. */
export function clearInterruptedBackup(folders: Pick<Folders, 'data' | 'images'>): void {
  const lock = tryLock(folders.data, backupLockName);
  // A backup is being made.
  if (!lock) return;
  clearGathered(folders);
  lock.release();
}
