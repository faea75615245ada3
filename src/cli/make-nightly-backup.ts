import { chooseFile } from '#app/backup/choose-file.ts';
import { makeAndProveBackup, type StoredBackup } from '#app/backup/keep-proved-backups.ts';
import { getBackupName } from '#app/backup/rotate-backups.ts';
import type { BackupAnswer, BackupTask } from '#core/backups/index.ts';
import { silentProgress } from '#platform/observing/progress.ts';
import { answerParent } from '#platform/processes/answer-parent.ts';
import { describeFailure } from './failure.ts';
import { describeInconsistency } from './verify.ts';

/** The program of a worker process, which ends with its parent. */
export const makeNightlyBackup = (): void => answerParent(makeBackupForParent);

async function makeBackupForParent({ config, folder, keep, now }: BackupTask): Promise<BackupAnswer> {
  try {
    const file = chooseFile(folder, getBackupName(now), config, false);
    return presentBackup(
      await makeAndProveBackup(config, { file, keep }, { withoutClips: false, now }, silentProgress),
    );
  } catch (error) {
    return { outcome: 'failed', sentence: describeFailure(error) };
  }
}

const maxFindings = 10;

function presentBackup({ file, bytes, fault, inconsistencies }: StoredBackup): BackupAnswer {
  const findings = inconsistencies.slice(0, maxFindings).map(describeInconsistency);
  return { outcome: 'made', file, bytes, findings, findingCount: inconsistencies.length, ...(fault && { fault }) };
}
