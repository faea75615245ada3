import { setTimeout as delay } from 'node:timers/promises';
import { forEachWhileRunning } from '../time/job-runner.ts';

const neverAborted = new AbortController().signal;

/** Does all of many short pieces of work, yielding to others every 5 ms. */
export const forEachYielding = <Piece>(pieces: Iterable<Piece>, work: (piece: Piece) => void): Promise<void> =>
  forEachWhileRunning(neverAborted, pieces, work);

const pauseMilliseconds = 10;

/** Does many writes, one after the other, when no other work has to run. */
export async function writeOneByOne<Piece>(pieces: Iterable<Piece>, work: (piece: Piece) => unknown): Promise<void> {
  for (const piece of pieces) await work(piece);
}

/**
 * Does many writes, one after the other, with a pause after each, so that other work can run and each checkpoint of the
 * write-ahead log, once a second, stays small.
 */
export async function writeInBatches<Piece>(pieces: Iterable<Piece>, work: (piece: Piece) => unknown): Promise<void> {
  await writeOneByOne(pieces, async (piece) => {
    await work(piece);
    await delay(pauseMilliseconds);
  });
}
