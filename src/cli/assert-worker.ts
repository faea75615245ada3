import { WrongUse } from './failure.ts';

/** Throws WrongUse unless the service has started this process. */
export function assertWorker(): void {
  if (!process.send) throw new WrongUse('Only the service runs this command.');
}
