import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inconsistency } from '#area/area.ts';
import type { Config } from '#config/config.ts';
import { renamePath, syncToDisk } from '#platform/files/files.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { type BackupContent, explainFullDisk, type MadeBackup, makeBackup } from './make-backup.ts';
import { proveBackup } from './prove-backup.ts';
import { rotateBackups, unprovedBackupName } from './rotate-backups.ts';

/** How many backups to keep in the folder of this file, which doesn't exist yet. */
export interface Rotation {
  readonly file: string;
  readonly keep: number;
}

/** A backup that was made, and verified unless there is a fault. */
export interface StoredBackup extends MadeBackup {
  readonly file: string;
  /** Why it could not be verified, as a sentence. */
  readonly fault: string | undefined;
  readonly inconsistencies: readonly Inconsistency[];
}

/**
 * Makes a backup and verifies it; only then it gets its final name, and the oldest backups in its folder are deleted. A
 * backup that fails verification gets a name that marks it as unproved and replaces the previous unproved one; all
 * others stay. Throws BackupFailed when no backup could be made.
 */
export async function makeAndProveBackup(
  config: Config,
  { file, keep }: Rotation,
  content: BackupContent,
  progress: Progress,
): Promise<StoredBackup> {
  const unproved = join(dirname(file), unprovedBackupName);
  return makeBackup(config, unproved, content, progress, async (made, workspace) => {
    const proof = join(workspace, 'proof');
    mkdirSync(proof, { mode: 0o700 });
    try {
      const { inconsistencies } = await proveBackup(config, unproved, proof, progress);
      renamePath(unproved, file);
      syncToDisk(dirname(file));
      rotateBackups(file, keep);
      return { ...made, file, fault: undefined, inconsistencies };
    } catch (error) {
      return { ...made, file: unproved, fault: describeFailure(error, unproved), inconsistencies: [] };
    }
  });
}

function describeFailure(error: unknown, file: string): string {
  const named = explainFullDisk(error, dirname(file));
  return named instanceof Error ? named.message : String(named);
}
