import { setImmediate } from 'node:timers/promises';

/** So long others wait while somebody does long work. */
const turnMilliseconds = 10;

/** Does each of many short pieces of work; whenever 10 ms are used up others have their turn. Ends early when the service stops. */
export async function doInTurns<Piece>(
  stopping: AbortSignal,
  pieces: Iterable<Piece>,
  work: (piece: Piece) => void,
): Promise<void> {
  let began = performance.now();
  for (const piece of pieces) {
    if (stopping.aborted) return;
    work(piece);
    if (performance.now() - began < turnMilliseconds) continue;
    await setImmediate();
    began = performance.now();
  }
}

/**
 * Does long work piece by piece; between two of them others have their turn. `piece` tells whether it did anything: the
 * first that did nothing is the last. Ends early when the service stops.
 */
export async function runInBatches(stopping: AbortSignal, piece: () => boolean): Promise<void> {
  while (!stopping.aborted && piece()) await setImmediate();
}
