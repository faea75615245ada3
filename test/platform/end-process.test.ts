import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeoutMilliseconds } from '../support/timeout.ts';

test('a process ends with its exit code even if the thread pool is busy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-end-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe that has no writer blocks forever.
  const program = `
    import { open } from 'node:fs';
    import { endProcess } from '#platform/processes/end-process.ts';
    open(${JSON.stringify(pipe)}, 'r', () => {});
    setTimeout(() => endProcess(7), 10);`;
  const flags = ['--input-type=module-typescript', '--eval', program];
  const cwd = join(import.meta.dirname, '..', '..');
  const child = spawn(process.execPath, flags, {
    cwd,
    stdio: 'inherit',
    timeout: timeoutMilliseconds,
    killSignal: 'SIGKILL',
  });
  const [code, signal] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  assert.deepEqual({ code, signal }, { code: 7, signal: null });
});
