import { moveLogsForParent } from '#spare/follower/log-mover.ts';
import { assertWorker } from './assert-worker.ts';

/** Becomes a worker of the spare that started this process. Throws WrongUse for anyone else. */
export function moveLogs(): void {
  assertWorker();
  moveLogsForParent();
}
