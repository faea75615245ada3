import { createLimiter } from '../limits/limiter.ts';
import { startWorkerProcess, WorkerLost } from '../processes/worker-process.ts';
import { type Sheet, type Task, type WorkbookProcess, workbookProgram } from './workbook-task.ts';

/** The file isn't a workbook, or can't be read at a reasonable cost; the message is for the person who sent it. */
export class WorkbookRejected extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'WorkbookRejected';
  }
}

/** Reads workbooks in separate processes, which end with the file. */
export interface WorkbookReader {
  /**
   * Returns the sheets of an `.xlsx` file, each with its first columns. Throws WorkbookRejected, and LimiterFull if too
   * many wait.
   */
  read(task: Task): Promise<readonly Sheet[]>;
}

/** Bytes that reading may take. */
const memoryBytes = 200_000_000;
/** Much longer than its CPU limit: a busy machine is no reason to reject a file. */
const timeoutMilliseconds = 10_000;
const maxWaiting = 4;
const tooCostlyMessage = "This workbook takes too much time or memory to read: remove what you don't need from it.";

export function createWorkbookReader(): WorkbookReader {
  const turns = createLimiter('workbooks', { maxRunning: () => 1, maxWaiting });
  return { read: (task) => turns.run(() => readInWorker(task)) };
}

async function readInWorker(task: Task): Promise<readonly Sheet[]> {
  const worker: WorkbookProcess = await startWorkerProcess(workbookProgram, memoryBytes);
  try {
    const answer = await worker.ask(task, timeoutMilliseconds);
    if (answer.outcome === 'rejected') throw new WorkbookRejected(answer.sentence);
    return answer.sheets;
  } catch (error) {
    throw error instanceof WorkerLost ? new WorkbookRejected(tooCostlyMessage) : error;
  } finally {
    worker.end();
  }
}
