import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sortInTurns } from '#platform/turns.ts';
import { createRandom } from '../../build/random.ts';

interface Item {
  readonly key: number;
  readonly place: number;
}

const random = createRandom(5);
const shuffle = (count: number, keys: number): Item[] =>
  Array.from({ length: count }, (_, place) => ({ key: random.below(keys), place }));

describe('sorting in turns', () => {
  for (const [count, keys] of [
    [0, 1],
    [1, 1],
    [499, 7],
    [1_501, 20],
    [20_000, 3_000],
  ] as const) {
    test(`gives ${count} items of ${keys} keys the order that sorting at once gives`, async () => {
      const items = shuffle(count, keys);
      const compare = (first: Item, second: Item) => first.key - second.key;
      assert.deepEqual(await sortInTurns(items, compare), items.toSorted(compare));
    });
  }
});
