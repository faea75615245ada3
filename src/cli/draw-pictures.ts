import { workForParent } from '#platform/pictures/worker-program.ts';
import { WrongUse } from './failure.ts';

/** Becomes a worker of the service that started this process. Throws WrongUse for anybody else. */
export function drawPictures(): void {
  if (!process.send) throw new WrongUse('This command is for the service alone, which starts it by itself.');
  workForParent();
}
