import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createSpareWait, type SpareWait } from '#spare/server/waiting.ts';

describe('responses that wait for a spare', () => {
  let [milliseconds, reports]: [number, boolean[]] = [0, []];
  let waiting: SpareWait;

  /** Whether a response waits until this many bytes are on the spare's disk. */
  async function waitsFor(bytes: number): Promise<boolean> {
    let hasEnded = false;
    const ended = waiting.wait()?.then(() => {
      hasEnded = true;
    });
    waiting.recordCommitted(bytes);
    waiting.confirmBytes(bytes - 1, true);
    await Promise.resolve();
    const hasWaited = ended !== undefined && !hasEnded;
    waiting.confirmBytes(bytes, true);
    await ended;
    return hasWaited;
  }

  beforeEach(() => {
    [milliseconds, reports] = [0, []];
    waiting = createSpareWait(
      (isOn) => reports.push(isOn),
      () => milliseconds,
    );
    waiting.recordCommitted(100);
    waiting.confirmBytes(100, true);
    void waiting.wait();
    waiting.recordCommitted(200);
    milliseconds += 2_000;
    waiting.check();
    assert.deepEqual([waiting.isOn, reports], [false, [true, false]]);
  });

  test('wait again for one that follows closely, even if more is committed meanwhile', async () => {
    waiting.recordCommitted(300);
    waiting.confirmBytes(250, true);
    assert.equal(await waitsFor(400), true);
    assert.equal(waiting.isOn, true);
  });

  test('count as waiting only once the spare has what was acknowledged without waiting', () => {
    waiting.recordCommitted(300);
    waiting.confirmBytes(250, true);
    waiting.recordCommitted(400);
    waiting.confirmBytes(299, true);
    assert.equal(waiting.isOn, false);
    waiting.confirmBytes(300, true);
    assert.deepEqual([waiting.isOn, reports], [true, [true, false, true]]);
  });

  test('count as waiting only once the spare has the files that were saved without waiting', () => {
    const waiting = createSpareWait(() => {});
    waiting.recordCommitted(100);
    waiting.recordSavedFile(100);
    waiting.confirmBytes(100, true);
    assert.equal(waiting.isOn, false);
    waiting.confirmFiles(1);
    assert.equal(waiting.isOn, true);
  });

  test('don’t wait for one that lags, or one that goes silent before it has caught up', async () => {
    waiting.confirmBytes(150, false);
    assert.equal(waiting.wait(), undefined);
    waiting.confirmBytes(150, true);
    const ended = waiting.wait();
    waiting.recordCommitted(300);
    milliseconds += 2_000;
    waiting.check();
    await ended;
    assert.equal(waiting.wait(), undefined);
    assert.deepEqual(reports, [true, false]);
  });
});
