import { WrongUse } from './failure.ts';

/** Throws WrongUse unless the service has started this process. */
export function assertWorker(): void {
  if (!process.send) throw new WrongUse('This command is for the service alone, which starts it by itself.');
}
