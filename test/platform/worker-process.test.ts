import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorkerProcess, WorkerLost } from '#platform/processes/worker-process.ts';
import { logMoverProgram } from '#spare/follower/log-mover-task.ts';

const memoryBytes = 64 * 1024 * 1024;
const maxMilliseconds = 60_000;

test('nothing waits for a process that has ended', async () => {
  const worker = await startWorkerProcess(logMoverProgram, memoryBytes);
  const ask = () => worker.ask({ file: '/dev/null' }, maxMilliseconds);
  const isEnd = (error: unknown) => error instanceof WorkerLost && /ended/.test(error.message);
  worker.end();
  await assert.rejects(ask, isEnd);
  assert.equal(worker.isRunning(), false);
  await assert.rejects(ask, isEnd);
});
