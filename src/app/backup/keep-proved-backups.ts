import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inconsistency } from '#area/area.ts';
import type { Config } from '#config/config.ts';
import { renamePath, syncToDisk } from '#platform/files/files.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { type BackupContent, type MadeBackup, makeBackup, nameFullDisk } from './make-backup.ts';
import { proveBackup } from './prove-backup.ts';
import { rotateBackups, unprovedName } from './rotate-backups.ts';

/** What is to be kept: this file, which does not exist yet, among so many in its folder. */
export interface Rotation {
  readonly file: string;
  readonly keep: number;
}

/** A backup that was made, and proved unless there is a fault. */
export interface KeptBackup extends MadeBackup {
  readonly file: string;
  /** A sentence that says why it could not be proved. */
  readonly fault: string | undefined;
  readonly inconsistencies: readonly Inconsistency[];
}

/**
 * Makes a backup and proves it; only then it gets its name, and the oldest in its folder are removed. One that cannot be
 * proved stays under a name that says so, in place of the last such one, and all others are kept. Throws BackupFailed when
 * none could be made.
 */
export async function keepProvedBackups(
  config: Config,
  { file, keep }: Rotation,
  content: BackupContent,
  progress: Progress,
): Promise<KeptBackup> {
  const unproved = join(dirname(file), unprovedName);
  return makeBackup(config, unproved, content, progress, async (made, workplace) => {
    const proof = join(workplace, 'proof');
    mkdirSync(proof, { mode: 0o700 });
    try {
      const { inconsistencies } = await proveBackup(config, unproved, proof, progress);
      renamePath(unproved, file);
      syncToDisk(dirname(file));
      rotateBackups(file, keep);
      return { ...made, file, fault: undefined, inconsistencies };
    } catch (error) {
      return { ...made, file: unproved, fault: describeFault(error, unproved), inconsistencies: [] };
    }
  });
}

function describeFault(error: unknown, file: string): string {
  const named = nameFullDisk(error, dirname(file));
  return named instanceof Error ? named.message : String(named);
}
