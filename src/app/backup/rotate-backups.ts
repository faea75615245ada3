import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatTimestamp, removePath, syncToDisk } from '#platform/files/files.ts';

/** Default name of a backup. It identifies the backups in a folder and sorts them by age. */
export const getBackupName = (now: Date): string => `gangway-backup-${formatTimestamp(now)}.tar.gz`;

/** Name of the one backup that was made but not verified. */
export const unprovedBackupName = 'gangway-backup-unproved.tar.gz';

const isBackupName = (name: string): boolean => /^gangway-backup-\d{8}T\d{6}Z\.tar\.gz$/.test(name);

/**
 * Deletes all but the newest backups in the folder of the one just made, which always stays, even if the clock is
 * wrong.
 */
export function rotateBackups(made: string, keep: number): void {
  const folder = dirname(made);
  const others = readdirSync(folder).filter((name) => isBackupName(name) && name !== basename(made));
  for (const name of others
    .sort()
    .reverse()
    .slice(keep - 1))
    removePath(join(folder, name));
  syncToDisk(folder);
}
