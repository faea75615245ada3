import * as v from 'valibot';
import type { Config } from '#config/config.ts';
import type { WorkerProgram } from '#platform/processes/worker-process.ts';

/** The task of a process that makes a backup, proves it, and keeps so many in the folder. */
export interface BackupTask {
  readonly config: Config;
  readonly folder: string;
  readonly keep: number;
  readonly now: Date;
}

/** What it answers: the backup, or a sentence that says why there is none. */
export const BackupAnswer = v.variant('outcome', [
  v.object({
    outcome: v.literal('made'),
    file: v.string(),
    bytes: v.number(),
    /** A sentence that says why it could not be proved. */
    fault: v.optional(v.string()),
    /** What is not as it should be in the data themselves, one sentence each, and how many there are. */
    findings: v.array(v.string()),
    findingCount: v.number(),
  }),
  v.object({ outcome: v.literal('failed'), sentence: v.string() }),
]);
export type BackupAnswer = v.InferOutput<typeof BackupAnswer>;

/** The program of that process. */
export const backupProgram: WorkerProgram<BackupAnswer> = {
  command: 'make-nightly-backup',
  what: 'backups',
  answer: BackupAnswer,
};
