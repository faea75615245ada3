import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Limits, runCommand } from '../../build/mutants/run-test.ts';
import { skipWithout } from '../support/platform.ts';

const runEvaluated = (script: string, limits: Partial<Limits>) =>
  runCommand(['--eval', script], {
    folder: import.meta.dirname,
    limits: { cpuMilliseconds: 600_000, milliseconds: 600_000, ...limits },
  });

const hasEnded = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

describe('limits of the tests that meet a fault', { skip: skipWithout('/proc') }, () => {
  test('counts and kills processes in their own process groups', async () => {
    const { result, reason } = await runEvaluated(
      `const child = require('node:child_process').spawn(process.execPath, ['--eval', 'for (;;);'], { detached: true });
      console.log(child.pid);`,
      { cpuMilliseconds: 500 },
    );
    assert.equal(result, 'used too much CPU');
    assert.ok(Number(reason) > 0, reason);
    while (!hasEnded(Number(reason))) await new Promise(setImmediate);
  });

  test('a process that never ends times out', async () => {
    const { result } = await runEvaluated('setInterval(() => {}, 1000)', { milliseconds: 1000 });
    assert.equal(result, 'ran out of time');
  });

  test('the first failed test ends a run', async () => {
    assert.equal((await runEvaluated('', {})).result, 'passed');
    const failed = await runEvaluated(
      "console.log('ok 1 - one'); console.log('not ok 2 - two'); setInterval(() => {}, 1000)",
      {},
    );
    assert.deepEqual([failed.result, failed.reason], ['failed', 'not ok 2 - two']);
  });
});
