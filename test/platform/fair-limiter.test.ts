import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairLimiter } from '#platform/limits/limiter.ts';

/** Work that runs until the test ends it, and counts how much is running. */
function createWork() {
  const limiter = createFairLimiter('pieces of work', {
    maxRunning: () => 4,
    maxWaiting: 100,
    maxWaitingPerKey: 100,
    maxRunningOfHigherRank: () => 2,
  });
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, rank: number) =>
    limiter.run({ key: name, rank }, () => {
      running.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  return { limiter, running, start, end: (name: string) => ends.get(name)?.() };
}

test('high-priority work never takes all slots, and always has some', async () => {
  const { limiter, running, start, end } = createWork();
  const high = ['h1', 'h2', 'h3', 'h4'].map((name) => start(name, 1));
  await Promise.resolve();
  assert.deepEqual(running, ['h1', 'h2']);
  const low = Array.from({ length: 8 }, (_, index) => start(`l${index}`, 0));
  await Promise.resolve();
  assert.deepEqual(running, ['h1', 'h2', 'l0', 'l1']);
  assert.equal(limiter.waiting(), 8);
  end('h1');
  await high[0];
  for (const name of ['l0', 'l1', 'l2', 'l3', 'l4']) {
    end(name);
    await low[Number(name[1])];
  }
  assert.ok(running.includes('h3'), 'every fourth turn is of the higher rank');
  assert.equal(running.includes('h4'), false);
});
