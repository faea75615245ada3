import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShip } from '../cli/support.ts';

test('no real sailing goes by the clock of a rehearsal', async () => {
  const ship = createShip({ REHEARSAL_CLOCK: '2026-03-21T06:00:00Z at 2026-11-27T05:00:00Z times 1000' });
  const refused = await ship.run(['serve', '--env', 'production']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^gangway: REHEARSAL_CLOCK is for development and testing alone/m);
  const wrong = await ship.run(['serve'], { environment: { REHEARSAL_CLOCK: 'fast' } });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^gangway: REHEARSAL_CLOCK must look like .*, not "fast"/m);
});
