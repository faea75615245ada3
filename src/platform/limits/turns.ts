import { setTimeout as delay } from 'node:timers/promises';
import { doInTurns } from '../time/job-runner.ts';

const unstopped = new AbortController().signal;

/** Does each of many short pieces of work, all of them; whenever 5 ms are used up others have their turn. */
export const forEachYielding = <Piece>(pieces: Iterable<Piece>, work: (piece: Piece) => void): Promise<void> =>
  doInTurns(unstopped, pieces, work);

const pauseMilliseconds = 10;

/** Does each of many pieces of writing, one after the other, where no one else has to be answered. */
export async function writeOneByOne<Piece>(
  pieces: Iterable<Piece>,
  work: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  for (const piece of pieces) await work(piece);
}

/**
 * Does each of many pieces of writing, one after the other, with a pause after each: others have their turn, and what is
 * moved from the log into the database once a second stays little.
 */
export async function writeInBatches<Piece>(
  pieces: Iterable<Piece>,
  work: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  await writeOneByOne(pieces, async (piece) => {
    await work(piece);
    await delay(pauseMilliseconds);
  });
}
