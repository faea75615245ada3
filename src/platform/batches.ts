import { setImmediate } from 'node:timers/promises';

/**
 * Does long work piece by piece; between two of them others have their turn. `piece` tells whether it did anything: the
 * first that did nothing is the last. Ends early when the service stops.
 */
export async function runInBatches(stopping: AbortSignal, piece: () => boolean): Promise<void> {
  while (!stopping.aborted && piece()) await setImmediate();
}
