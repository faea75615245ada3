import { resolve } from 'node:path';
import { answerParent } from '#platform/processes/answer-parent.ts';
import { startWorkerProcess, type WorkerProcess } from '#platform/processes/worker-process.ts';
import { type MoveLog, moveLogIntoDatabase } from './copy.ts';
import { type Answer, logMoverProgram, type Task } from './log-mover-task.ts';

/** The program of a worker process: checkpoints the logs its parent names, and ends with it. */
export function moveLogsForParent(): void {
  answerParent(async ({ file }: Task): Promise<Answer> => {
    try {
      moveLogIntoDatabase(file);
      return { hasMoved: true };
    } catch {
      return { hasMoved: false };
    }
  });
}

/** Checkpoints logs in another process, so that this one can go on receiving. */
export interface LogMover {
  readonly move: MoveLog;
  end(): void;
}

const memoryBytes = 64 * 1024 * 1024;
const maxMilliseconds = 120_000;

/**
 * Starts a process when it's needed and keeps it running. If that process fails, the work is done here, which throws
 * its
 * error.
 */
export function createLogMover(): LogMover {
  let worker: Promise<WorkerProcess<Task, Answer>> | undefined;

  function end(): void {
    worker?.then(
      (started) => started.end(),
      () => {},
    );
    worker = undefined;
  }

  async function moveThere(file: string): Promise<boolean> {
    worker ??= startWorkerProcess<Task, Answer>(logMoverProgram, memoryBytes);
    try {
      return (await (await worker).ask({ file: resolve(file) }, maxMilliseconds)).hasMoved;
    } catch {
      end();
      return false;
    }
  }

  return {
    end,
    async move(file) {
      if (!(await moveThere(file))) moveLogIntoDatabase(file);
    },
  };
}
