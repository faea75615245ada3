import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Context, transact } from '#area/context.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { startWorkerProcess, type WorkerProcess } from '#platform/processes/worker-process.ts';
import { type BackupOutcome, readLastBackups, saveBackupOutcome } from './outcome.ts';
import { type BackupAnswer, type BackupTask, backupProgram } from './records.ts';

/** Name of the job. */
export const nightlyBackupJob = 'back-up';

const memoryBytes = 1_000_000_000;
const maxMilliseconds = 6 * 60 * 60_000;

/**
 * Makes a backup in BACKUP_DIR, restores it into a temporary folder and verifies it there, in a separate process, so
 * the service keeps running. Returns a sentence about what was done; throws one if there is no proved backup. Stores
 * either outcome (moderation rule J9).
 */
export async function makeNightlyBackup(context: Context, stopping: AbortSignal): Promise<string> {
  const { config, clock, log } = context;
  const folder = config.backups.folder;
  if (folder === undefined) throw new Error("BACKUP_DIR is not set, so there's nowhere to write a backup.");
  warnAboutMissingBackup(context, folder);
  const [at, began] = [clock.now(), clock.steadyNow()];
  const answer = await runBackupProcess({ config, folder, keep: config.backups.keep, now: at }, stopping);
  if (stopping.aborted) return '';
  const outcome = { ...parseOutcome(answer), at, milliseconds: Math.round(clock.steadyNow() - began) };
  saveOutcome(context, outcome);
  if (outcome.state !== 'proved') throw new Error(outcome.why);
  if (answer.outcome === 'made') for (const finding of answer.findings) log.warn(`in the backup, ${finding}`);
  return `${outcome.file}, ${outcome.bytes} bytes, restored and verified${outcome.why ? `; ${outcome.why}` : ''}`;
}

/** If a disk isn't mounted, its folder may belong to the disk below it. */
function warnAboutMissingBackup(context: Context, folder: string): void {
  const file = readLastBackups(context).lastProved?.file;
  if (file === undefined || dirname(file) !== folder || existsSync(file)) return;
  context.log.warn(`the last backup, ${file}, is missing: is the disk of BACKUP_DIR connected?`);
}

async function runBackupProcess(task: BackupTask, stopping: AbortSignal): Promise<BackupAnswer> {
  if (!statSync(task.folder, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: 'failed', sentence: `BACKUP_DIR ${task.folder} is not a folder: is its disk connected?` };
  }
  let worker: WorkerProcess<BackupTask, BackupAnswer> | undefined;
  const end = () => worker?.end();
  try {
    worker = await startWorkerProcess<BackupTask, BackupAnswer>(backupProgram, memoryBytes);
    stopping.addEventListener('abort', end);
    return await worker.ask(task, maxMilliseconds);
  } catch (error) {
    return { outcome: 'failed', sentence: error instanceof Error ? error.message : String(error) };
  } finally {
    stopping.removeEventListener('abort', end);
    end();
  }
}

function parseOutcome(answer: BackupAnswer): Omit<BackupOutcome, 'at'> {
  if (answer.outcome === 'failed') return { state: 'failed', why: answer.sentence };
  const { file, bytes, fault, findingCount } = answer;
  if (fault !== undefined) return { state: 'unproved', file, bytes, why: fault };
  if (findingCount === 0) return { state: 'proved', file, bytes };
  return { state: 'proved', file, bytes, why: `${findingCount} values in it are inconsistent: see \`gangway verify\`` };
}

/** On a full disk the outcome can't be stored, but it can still be reported. */
function saveOutcome(context: Context, outcome: BackupOutcome): void {
  try {
    transact(context, (context) => saveBackupOutcome(context, outcome));
  } catch (error) {
    const trouble = findMachineTrouble(error);
    if (!trouble) throw error;
    context.conditions.begin(trouble.state, trouble.sentence);
  }
}
