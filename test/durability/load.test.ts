import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { actionNames } from '#crowd/actions.ts';
import { gatherCrowdOfSailing } from '../../build/measuring/load/crowd.ts';
import { startOnOneCore } from '../../build/measuring/load/one-core.ts';
import { measureLoad } from '../../build/measuring/load/put-under-load.ts';

const folder = await mkdtemp(join(tmpdir(), 'gangway-load-'));
after(() => rm(folder, { recursive: true, force: true }));

test('thirty people who poll and act in all areas at once, with open sockets, get no error', async (context) => {
  const crowd = await gatherCrowdOfSailing(folder, 0.01);
  const service = await startOnOneCore(crowd);
  try {
    const options = { seconds: 4, warmUpSeconds: 2, secondsBetweenPolls: 0.5, actionsPerSecond: 100, hasSockets: true };
    const { all, byName, errors, refused, brokenSockets, mebibytes } = await measureLoad(service, crowd, options);
    context.diagnostic(JSON.stringify({ all, refused, mebibytes }));
    assert.deepEqual([errors, brokenSockets], [[], 0]);
    assert.deepEqual(
      actionNames.filter((name) => !byName.has(name)),
      [],
      'every action was done',
    );
    assert.ok(refused < all.count / 10, `${refused} refused`);
    assert.ok(mebibytes < 500, `${mebibytes} MiB`);
  } finally {
    await service.stop();
  }
});
