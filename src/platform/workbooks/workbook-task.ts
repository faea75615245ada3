import * as v from 'valibot';
import type { WorkerProcess, WorkerProgram } from '../processes/worker-process.ts';

/** The task of a process that reads workbooks: a file, and how much of each sheet is wanted. */
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

/** What it answers: the sheets, or a sentence that says why the file is rejected. */
export const Answer = v.variant('outcome', [
  // Looking into every cell once more would take as long as reading the file.
  v.object({ outcome: v.literal('read'), sheets: v.custom<readonly Sheet[]>((input) => Array.isArray(input)) }),
  v.object({ outcome: v.literal('rejected'), sentence: v.string() }),
]);
export type Answer = v.InferOutput<typeof Answer>;

/** The program whose action is `readForParent`; a workbook that keeps the processor busy for longer is meant to. */
export const workbookProgram: WorkerProgram<Answer> = {
  command: 'read-workbook',
  what: 'workbooks',
  answer: Answer,
  maxProcessorSeconds: 1,
};

/** A process that reads workbooks. */
export type WorkbookProcess = WorkerProcess<Task, Answer>;
