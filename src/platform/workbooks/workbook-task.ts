import * as v from 'valibot';
import type { WorkerProcess, WorkerProgram } from '../processes/worker-process.ts';

/** The task of a process that reads workbooks: a file, and how much of each sheet to read. */
export interface Task {
  readonly file: Uint8Array;
  readonly maxRows: number;
  readonly maxColumns: number;
}

/** A sheet of a workbook: its cells as texts, empty ones as ''. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** The result: the sheets, or a sentence that explains why the file is rejected. */
export const Answer = v.variant('outcome', [
  // Scanning every cell again would take as long as reading the file.
  v.object({ outcome: v.literal('read'), sheets: v.custom<readonly Sheet[]>((input) => Array.isArray(input)) }),
  v.object({ outcome: v.literal('rejected'), sentence: v.string() }),
]);
export type Answer = v.InferOutput<typeof Answer>;

/** The program whose action is `readForParent`; its CPU limit is meant to stop expensive workbooks. */
export const workbookProgram: WorkerProgram<Answer> = {
  command: 'read-workbook',
  what: 'workbooks',
  answer: Answer,
  maxProcessorSeconds: 1,
};

/** A process that reads workbooks. */
export type WorkbookProcess = WorkerProcess<Task, Answer>;
