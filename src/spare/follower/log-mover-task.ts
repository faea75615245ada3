import * as v from 'valibot';
import type { WorkerProgram } from '#platform/processes/worker-process.ts';

/** The database whose log to checkpoint. */
export interface Task {
  readonly file: string;
}

export const Answer = v.object({ hasMoved: v.boolean() });
export type Answer = v.InferOutput<typeof Answer>;

/** The program whose action is `moveLogsForParent`. */
export const logMoverProgram: WorkerProgram<Answer> = { command: 'move-logs', what: 'logs', answer: Answer };
