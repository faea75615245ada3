import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { createShip } from '../cli/support.ts';
import { describeSoak, soak } from './soak/soak.ts';

test('what twelve people are shown agrees everywhere after 1,500 random operations and two kills', async (context) => {
  const seed = randomInt(2 ** 32);
  context.diagnostic(`seed ${seed}`);
  const soaked = await soak(createShip(), { operations: 1500, people: 12, kills: 2, seed });
  context.diagnostic(describeSoak(soaked));
  // Otherwise nothing would have been compared.
  assert.ok(soaked.chats > 0 && soaked.added > 0 && soaked.announcedPosts > 0);
});
