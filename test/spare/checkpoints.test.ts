import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkpointWithSpare } from '#spare/server/checkpoints.ts';

const mebibyte = 1024 * 1024;
const now = 1_000_000;
const seenNow = { seenAt: now, isTakingBase: false, safe: undefined };

/** Whether the server abandons such a spare when the log has this size. */
function isSpareAbandoned(megabytes: number, session: Parameters<typeof checkpointWithSpare>[2]): boolean {
  let checkpoints = 0;
  const db = {
    checkpoint() {
      checkpoints += 1;
    },
  };
  const source = { size: megabytes * mebibyte, checkpoint: () => {}, countAfter: () => undefined };
  const result = checkpointWithSpare(db, source, session, now);
  assert.equal(checkpoints, result ? 1 : 0);
  return result;
}

describe('a log grows for the spare until the spare is abandoned:', () => {
  const cases = {
    'one that asks, at 256 MiB': [256, seenNow],
    'one that was heard less than a minute ago, at 256 MiB': [256, { ...seenNow, seenAt: now - 59_999 }],
    'one that was silent for a minute, at 64 MiB': [64, { ...seenNow, seenAt: now - 60_000 }],
    'none at all, at 64 MiB': [64, undefined],
    'one that compares the database, at 1 GiB': [1024, { ...seenNow, seenAt: now - 60_000, isTakingBase: true }],
  } as const;
  for (const [name, [megabytes, session]] of Object.entries(cases))
    test(name, () => {
      assert.equal(isSpareAbandoned(megabytes - 1, session), false);
      assert.equal(isSpareAbandoned(megabytes, session), true);
    });
});
