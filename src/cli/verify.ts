import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainFullDisk } from '#app/backup/make-backup.ts';
import { describeContent } from '#app/backup/manifest.ts';
import { type ProvedBackup, proveBackup } from '#app/backup/prove-backup.ts';
import { findInconsistencies, type VerifyOptions } from '#app/verify.ts';
import type { Inconsistency } from '#area/area.ts';
import type { Config } from '#config/config.ts';
import { removePath } from '#platform/files/files.ts';
import { exitCodes } from './failure.ts';
import { announce, createProgress, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Prints all inconsistencies. Returns the exit code: 1 when there are any (decision 37). */
export async function verifyInstance(config: Config, options: VerifyOptions = {}): Promise<number> {
  const inconsistencies = await announce('checking', () =>
    withInstance(config, { create: false, mayBeSpare: true }, (context) => findInconsistencies(context, options)),
  );
  return reportVerdict(inconsistencies);
}

/**
 * Verifies a backup by restoring it into a temporary folder, and prints its content. Returns the exit code: 1 when its
 * data is inconsistent. Throws BackupFailed if it can't be restored.
 */
export async function verifyBackup(config: Config, file: string): Promise<number> {
  statSync(file);
  const { manifest, inconsistencies } = await verifyBackupInTemporaryFolder(config, file);
  say(
    `${file}: a backup from ${manifest.createdAt}, made by version ${manifest.version}: ${describeContent(manifest)}`,
  );
  if (manifest.withoutClips) say("It doesn't include uploaded clips.");
  const code = reportVerdict(inconsistencies);
  say('It can be restored.');
  return code;
}

async function verifyBackupInTemporaryFolder(config: Config, file: string): Promise<ProvedBackup> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-proof-'));
  const progress = createProgress();
  try {
    return await proveBackup(config, file, folder, progress);
  } catch (error) {
    throw explainFullDisk(error, folder);
  } finally {
    progress.end();
    removePath(folder);
  }
}

function reportVerdict(inconsistencies: readonly Inconsistency[]): number {
  for (const inconsistency of inconsistencies) say(describeInconsistency(inconsistency));
  say(formatVerdict(inconsistencies.length));
  return inconsistencies.length === 0 ? exitCodes.done : exitCodes.failed;
}

/** Formats an inconsistency as one line. */
export const describeInconsistency = ({ what, stored, expected }: Inconsistency): string =>
  `${what}: is ${stored}, should be ${expected}`;

function formatVerdict(count: number): string {
  if (count === 0) return 'no problems found';
  return count === 1 ? '1 value is inconsistent' : `${count} values are inconsistent`;
}
