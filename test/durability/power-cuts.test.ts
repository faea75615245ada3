import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { openFirstStartScenario } from '../../build/power-cuts/first-start.ts';
import { runCuts } from '../../build/power-cuts/run-cuts.ts';
import { canTrace } from '../../build/power-cuts/trace.ts';
import { drawSample } from '../support/sample.ts';

const cuts = drawSample([...Array(20).keys()], 2).length;
const skip = canTrace() ? false : 'strace is missing, or must not trace here: as root, apt-get install strace';

test('a service that loses power at its first start, or as people begin to write, loses nothing', {
  skip,
}, async (context) => {
  const seed = randomInt(2 ** 32);
  context.diagnostic(`seed ${seed}`);
  const scenario = await openFirstStartScenario({ seed, seconds: 1, change: (recorded) => recorded });
  try {
    // Otherwise the test would have compared nothing.
    assert.ok(scenario.acknowledged > 50);
    for await (const { number, faults } of runCuts(scenario, { count: cuts, seed, thoroughEvery: cuts }))
      assert.deepEqual(faults, [], `cut ${number}`);
  } finally {
    scenario.close();
  }
});
