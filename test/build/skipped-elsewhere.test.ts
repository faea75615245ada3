import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Runs one test file as if on another operating system, and returns its report. */
async function runAs(system: string, file: string): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file], {
    env: { ...environment, TEST_AS_SYSTEM: system },
  });
  return stdout;
}

const testFile = 'test/cli/file-modes.test.ts';

test('tests are skipped with a reason where the system lacks something', async () => {
  const report = await runAs('win32', testFile);
  assert.match(report, /^# fail 0$/m);
  assert.match(report, /^# pass 0$/m);
  assert.match(report, /# SKIP needs a Unix shell, needs the file modes of Unix$/m);
});
