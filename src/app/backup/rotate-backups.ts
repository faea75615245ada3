import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatStamp, syncToDisk } from '#platform/files/files.ts';

/** The name that a backup gets where none is given; by it the backups of a folder are known and put in order. */
export const nameBackup = (now: Date): string => `gangway-backup-${formatStamp(now)}.tar.gz`;

/** The name of a backup that was made and is not proved, of which there is one. */
export const unprovedName = 'gangway-backup-unproved.tar.gz';

const isBackupName = (name: string): boolean => /^gangway-backup-\d{8}T\d{6}Z\.tar\.gz$/.test(name);

/** Removes all but the newest backups from the folder of the one just made, which stays whatever the clock says. */
export function rotateBackups(made: string, keep: number): void {
  const folder = dirname(made);
  const others = readdirSync(folder).filter((name) => isBackupName(name) && name !== basename(made));
  for (const name of others
    .sort()
    .reverse()
    .slice(keep - 1))
    rmSync(join(folder, name));
  syncToDisk(folder);
}
