import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { createShip } from '../cli/support.ts';
import { soak } from './soak/soak.ts';
import { describeTally } from './soak/tally.ts';

test('twelve users see consistent data during 2,000 random actions with two kills', async (context) => {
  const seed = randomInt(2 ** 32);
  context.diagnostic(`seed ${seed}`);
  const rounds = { crowded: 110, careful: 40 };
  const tally = await soak(createShip(), {
    actions: 2000,
    users: 12,
    kills: 2,
    rounds,
    seed,
  });
  context.diagnostic(describeTally(tally));
  // Otherwise the soak test would have compared nothing.
  const { added, announced, followed, retried, public: ofPublicTalk, searches, upcoming, noticed } = tally;
  const counts = [added, announced, followed, retried, ofPublicTalk, searches, upcoming, noticed];
  assert.ok(counts.every((count) => count > 0));
});
