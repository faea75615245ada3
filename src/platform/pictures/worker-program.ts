import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent } from '../processes/answer-parent.ts';
import { drawIdenticon } from './identicon.ts';
import { DecodingFailed, PictureRejected } from './picture-rejected.ts';
import { processPicture } from './process-picture.ts';
import { drawQrCode } from './qr-code.ts';
import type { Answer, Task } from './worker-task.ts';

// Pictures are outside the heap, whose size determines when V8 collects.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** Milliseconds after a result, when nothing refers to its picture any more. */
const millisecondsBeforeCollection = 20;

/**
 * The program of a worker process: performs its parent's tasks and ends with it, even in the middle of decoding.
 * Decoders run in the thread pool, so this thread always notices when the parent is gone.
 */
export function workForParent(): void {
  answerParent(runTask, () => setTimeout(collectGarbage, millisecondsBeforeCollection));
}

async function runTask(task: Task): Promise<Answer> {
  try {
    return await work(task);
  } catch (error) {
    if (error instanceof PictureRejected) return { outcome: 'rejected', sentence: error.message };
    if (error instanceof DecodingFailed) return { outcome: 'failed', reason: error.message };
    return { outcome: 'defect', stack: error instanceof Error && error.stack ? error.stack : String(error) };
  }
}

async function work(task: Task): Promise<Answer> {
  switch (task.work) {
    case 'process picture':
      return { outcome: 'processed', picture: await processPicture(task.upload, task.options) };
    case 'draw identicon':
      return { outcome: 'drawn', png: await drawIdenticon(task.id) };
    case 'draw QR code':
      return { outcome: 'drawn', png: await drawQrCode(task.text) };
  }
}
