import * as v from 'valibot';
import type { Config } from '#config/config.ts';
import type { WorkerProgram } from '#platform/processes/worker-process.ts';

/** The input of the process that makes and proves a backup, and prunes the folder to a maximum count. */
export interface BackupTask {
  readonly config: Config;
  readonly folder: string;
  readonly keep: number;
  readonly now: Date;
}

/** Its output: the backup, or a sentence that explains why there is none. */
export const BackupAnswer = v.variant('outcome', [
  v.object({
    outcome: v.literal('made'),
    file: v.string(),
    bytes: v.number(),
    /** A sentence that explains why it couldn't be proved. */
    fault: v.optional(v.string()),
    /** Problems in the data itself, one sentence each, and their number. */
    findings: v.array(v.string()),
    findingCount: v.number(),
  }),
  v.object({ outcome: v.literal('failed'), sentence: v.string() }),
]);
export type BackupAnswer = v.InferOutput<typeof BackupAnswer>;

/** The program the process runs. */
export const backupProgram: WorkerProgram<BackupAnswer> = {
  command: 'make-nightly-backup',
  what: 'backups',
  answer: BackupAnswer,
};
