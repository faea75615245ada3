import { basename } from 'node:path';
import { chooseFile, isFolder } from '#app/backup/choose-file.ts';
import { makeAndProveBackup } from '#app/backup/keep-proved-backups.ts';
import { type MadeBackup, makeBackup } from '#app/backup/make-backup.ts';
import { describeContent } from '#app/backup/manifest.ts';
import { getBackupName } from '#app/backup/rotate-backups.ts';
import type { Config } from '#config/config.ts';
import { CommandFailed, WrongUse } from './failure.ts';
import { createProgress, say, warn } from './terminal.ts';
import { describeInconsistency } from './verify.ts';
import { assertNotSpare, sendAuditLine } from './with-instance.ts';

/** Command-line options in addition to the configuration. */
export interface BackupOptions {
  /** Whether to replace an existing file. */
  readonly force: boolean;
  /** Whether to leave out uploaded clips. */
  readonly withoutClips: boolean;
  /** Verify the backup, then keep this many in its folder. */
  readonly keep?: number;
}

/**
 * Makes one file of database, pictures, clips and secrets, with or without a running service, even if a disk is full or
 * read-only. Throws BackupFailed for a file that must not be overwritten, and CommandFailed on a spare and for a backup
 * that fails verification.
 */
export async function backUp(
  config: Config,
  target: string | undefined,
  { force, withoutClips, keep }: BackupOptions,
): Promise<void> {
  assertNotSpare(config);
  const now = new Date();
  if (keep !== undefined && !isFolder(target))
    throw new WrongUse('--keep works on a folder of backups: name a folder, or none for the current one.');
  const file = chooseFile(target, getBackupName(now), config, force);
  const progress = createProgress();
  try {
    if (keep === undefined) {
      const made = await makeBackup(config, file, { withoutClips, now }, progress, (made) => made);
      progress.end();
      sendAuditLine(config, 'a backup was made by command', { file: basename(file) });
      report(file, made);
      return;
    }
    const kept = await makeAndProveBackup(config, { file, keep }, { withoutClips, now }, progress);
    progress.end();
    sendAuditLine(config, 'a backup was made by command', { file: basename(file), isProved: kept.fault === undefined });
    if (kept.fault !== undefined)
      throw new CommandFailed(
        `A backup was made but failed verification, so no older backups were deleted. ${kept.fault}`,
      );
    report(file, kept);
    for (const finding of kept.inconsistencies) warn(describeInconsistency(finding));
    say('Verified by restoring it to a temporary folder.');
  } finally {
    progress.end();
  }
}

function report(file: string, { manifest, bytes }: MadeBackup): void {
  say(`${file}: ${describeContent(manifest)}, ${(bytes / 1_000_000).toFixed(2)} MB`);
  say(`Keep ${basename(file)} safe: anyone who has it can sign in as anyone.`);
  if (manifest.withoutClips) say("It doesn't include uploaded clips.");
  if (!manifest.files.some(({ path }) => path.startsWith('secrets/')))
    warn(
      'the instance has no token key: where this backup is restored, start the service with --new-token-key, which ends all sessions',
    );
}
