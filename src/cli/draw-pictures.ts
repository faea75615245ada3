import { workForParent } from '#platform/pictures/worker-program.ts';
import { assertWorker } from './assert-worker.ts';

/** Becomes a worker of the service that started this process. Throws WrongUse for anyone else. */
export function drawPictures(): void {
  assertWorker();
  workForParent();
}
