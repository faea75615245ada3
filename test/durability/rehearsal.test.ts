import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { createShip } from '../cli/support.ts';
import { rehearse } from './rehearsal/rehearse.ts';

test('no real sailing runs on a rehearsal’s clock', async () => {
  const ship = createShip({ REHEARSAL_CLOCK: '2026-03-21T06:00:00Z at 2026-11-27T05:00:00Z times 1000' });
  const refused = await ship.run(['serve', '--env', 'production']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^gangway: REHEARSAL_CLOCK is only for development and testing/m);
  const wrong = await ship.run(['serve'], { environment: { REHEARSAL_CLOCK: 'fast' } });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^gangway: REHEARSAL_CLOCK must look like .*, not "fast"/m);
});

test('a few people live through a short day with a promotion, without any fault', async (context) => {
  const seed = randomInt(2 ** 32);
  context.diagnostic(`seed ${seed}`);
  const options = { people: 10, seed, speed: 720, days: 1, hours: 3 };
  const { lines, counts } = await rehearse([createShip(), createShip()], options);
  assert.deepEqual(
    lines.filter(({ isKept }) => !isKept),
    [],
  );
  context.diagnostic(JSON.stringify(counts));
  // Otherwise the rehearsal would have compared nothing.
  assert.ok(counts.posts > 0 && counts.comparisons > 0 && counts.reminders > 0);
});
