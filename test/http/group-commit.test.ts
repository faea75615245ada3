import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LimiterFull } from '#platform/limits/limiter.ts';
import { createGroupCommit } from '../../src/http/group-commit.ts';

/** A database of names: each transaction adds all requested names, or none. */
function createStore() {
  const transactions: string[][] = [];
  const clock = { milliseconds: 0 };
  const inTransaction = <Result>(work: (names: never) => Result): Result => {
    const names: string[] = [];
    // The port passes an opaque write; here it is a list to add to.
    const result = work(names as never);
    transactions.push(names);
    return result;
  };
  const groupCommit = createGroupCommit(inTransaction, () => clock.milliseconds);
  const add = (name: string) => groupCommit((names: string[]) => void names.push(name));
  return { transactions, clock, groupCommit, add };
}

test('writes in one turn of the event loop share a transaction, in order', async () => {
  const { transactions, add } = createStore();
  await Promise.all(['a', 'b', 'c'].map(add));
  await add('d');
  assert.deepEqual(transactions, [['a', 'b', 'c'], ['d']]);
});

test('each caller gets the result of its own work', async () => {
  const { groupCommit } = createStore();
  const lengths = ['a', 'b'].map((name) => groupCommit((names: string[]) => names.push(name)));
  assert.deepEqual(await Promise.all(lengths), [1, 2]);
});

test('slow writes don’t make others wait for all of them', async () => {
  const { transactions, clock, groupCommit } = createStore();
  const addSlowly = (name: string) =>
    groupCommit((names: string[]) => {
      clock.milliseconds += 2;
      names.push(name);
    });
  await Promise.all(['a', 'b', 'c', 'd'].map(addSlowly));
  assert.deepEqual(transactions, [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a failing write gets its error, and the others are stored', async () => {
  const { transactions, groupCommit, add } = createStore();
  const failure = new Error('no room');
  const first = add('a');
  const failing = groupCommit(() => {
    throw failure;
  });
  const outcomes = await Promise.allSettled([first, failing, add('b')]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  await assert.rejects(failing, failure);
  assert.deepEqual(transactions, [['a'], ['b']]);
});

test('many writes are split into transactions of at most fifty', async () => {
  const { transactions, add } = createStore();
  const names = Array.from({ length: 120 }, (_, index) => `name ${index}`);
  await Promise.all(names.map(add));
  assert.deepEqual(transactions.flat(), names);
  assert.deepEqual(
    transactions.map(({ length }) => length),
    [50, 50, 20],
  );
});

test('more than twenty thousand waiting writes are rejected before they fill the memory (core rule 130)', async () => {
  const { transactions, add } = createStore();
  const waiting = Array.from({ length: 20_000 }, () => add('a'));
  await assert.rejects(add('b'), new LimiterFull('writes'));
  await Promise.all(waiting);
  await add('c');
  assert.equal(transactions.flat().length, 20_001);
  assert.ok(!transactions.flat().includes('b'));
});

test('if a transaction can’t begin, all its writes are rejected, and nothing waits forever', async () => {
  const failure = new Error('another machine writes');
  const groupCommit = createGroupCommit(() => {
    throw failure;
  });
  const outcomes = await Promise.allSettled([groupCommit(() => 1), groupCommit(() => 2)]);
  assert.deepEqual(outcomes, [
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
});
