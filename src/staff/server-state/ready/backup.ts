import { existsSync } from 'node:fs';
import { listSettingWarnings } from '#config/setting-warnings.ts';
import { readLastBackups } from '#core/backups/index.ts';
import { listBackupTroubles } from '../describe-state.ts';
import { type CheckInput, createFault, type Fault, type Finding, findTroublesAsFaults, formatMinute } from './line.ts';

const command = 'gangway job back-up';

/** Checks that a backup from the last day was restored and verified, and is on another disk. */
export function checkBackup(inspected: CheckInput): Finding {
  const { lastProved } = readLastBackups(inspected.context);
  return {
    faults: [...listFaults(inspected)],
    sentence: lastProved
      ? `The last backup, ${lastProved.file}, was made at ${formatMinute(lastProved.at)} and verified.`
      : '',
  };
}

function* listFaults(inspected: CheckInput): Iterable<Fault> {
  const { context } = inspected;
  const unsuitable = listSettingWarnings(context.config).filter(({ about }) => about === 'backup');
  for (const { sentence } of unsuitable) yield createFault(sentence);
  const { folder } = context.config.backups;
  if (folder === undefined) {
    if (unsuitable.length === 0) yield createFault('BACKUP_DIR is not set, so there are no nightly backups.');
    return;
  }
  yield* findTroublesAsFaults(inspected, /^job-back-up$/, command);
  for (const { sentence } of listBackupTroubles(context)) yield createFault(sentence, command);
  const { lastProved } = readLastBackups(context);
  if (!lastProved) yield createFault('No backup has been verified yet.', command);
  else if (lastProved.file !== undefined && !existsSync(lastProved.file))
    yield createFault(`The last verified backup, ${lastProved.file}, is missing: is its disk connected?`, command);
}
