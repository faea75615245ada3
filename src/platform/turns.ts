import { setTimeout as delay } from 'node:timers/promises';
import { doInTurns } from './job-runner.ts';

const unstopped = new AbortController().signal;

/** Does each of many short pieces of work, all of them; whenever 5 ms are used up others have their turn. */
export const doAllInTurns = <Piece>(pieces: Iterable<Piece>, work: (piece: Piece) => void): Promise<void> =>
  doInTurns(unstopped, pieces, work);

const pauseMilliseconds = 10;

/**
 * Does each of many pieces of writing, one after the other, with a pause after each: others have their turn, and what is
 * moved from the log into the database once a second stays little.
 */
export async function writeLeisurely<Piece>(
  pieces: Iterable<Piece>,
  work: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  for (const piece of pieces) {
    await work(piece);
    await delay(pauseMilliseconds);
  }
}

const itemsPerRun = 500;

/** The items in order, equal ones as they came; others have their turn meanwhile. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (first: Item, second: Item) => number,
): Promise<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  await doAllInTurns(cutIntoRuns(items), (run) => runs.push(run.toSorted(compare)));
  while (runs.length > 1) {
    const merged: Item[][] = [];
    await doAllInTurns(mergePairs(runs, compare, merged), () => {});
    runs = merged;
  }
  return runs[0] ?? [];
}

function* cutIntoRuns<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += itemsPerRun) yield items.slice(start, start + itemsPerRun);
}

/** Merges the first two runs, the next two and so on into `merged`; pauses after every few hundred items. */
function* mergePairs<Item>(
  runs: readonly (readonly Item[])[],
  compare: (first: Item, second: Item) => number,
  merged: Item[][],
): Iterable<void> {
  for (let index = 0; index < runs.length; index += 2) {
    const run: Item[] = [];
    merged.push(run);
    for (const item of mergeTwo(runs[index] ?? [], runs[index + 1] ?? [], compare)) {
      run.push(item);
      if (run.length % itemsPerRun === 0) yield;
    }
  }
}

function* mergeTwo<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (first: Item, second: Item) => number,
): Iterable<Item> {
  let next = 0;
  for (const item of first) {
    for (let other = second[next]; other !== undefined && compare(other, item) < 0; other = second[next]) {
      yield other;
      next += 1;
    }
    yield item;
  }
  yield* second.slice(next);
}
