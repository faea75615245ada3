import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '../browsers/engines/process.ts';
import { skipWithout } from '../support/platform.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

test('a program that has ended by itself leaves no process behind', { skip: skipWithout('a Unix shell') }, async () => {
  const program = await startProgram({
    command: 'sh',
    arguments: ['-c', 'sleep 600 & echo "started $$ $!" >&2'],
    isReady: /started (\d+ \d+)/,
  });
  const [shell = 0, left = 0] = program.printed.split(' ').map(Number);
  await waitForEnd(shell);
  assert.equal(isRunning(left), true);
  await program.stop();
  await waitForEnd(left);
});

async function waitForEnd(pid: number): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (isRunning(pid) && performance.now() < deadline) await pause(20);
  assert.equal(isRunning(pid), false);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
