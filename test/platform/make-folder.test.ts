import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** Simulates Windows, where Node spells a created folder differently than its caller. */
const simulateWindows = String.raw`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { mkdirSync } = fs;
  fs.mkdirSync = (...args) => '\\\\?\\C:' + mkdirSync(...args);
  syncBuiltinESMExports();
  Object.defineProperty(process, 'platform', { value: 'win32' });
`;

test('a folder and its parents are created on Windows', () => {
  const root = mkdtempSync(join(tmpdir(), 'gangway-folders-'));
  const folder = join(root, 'data', 'images');
  const source = `${simulateWindows}
    const { makeFolder } = await import('#platform/files/files.ts');
    makeFolder(${JSON.stringify(folder)});`;
  try {
    const words = ['--input-type=module', '--eval', source];
    const { status, signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 30_000 });
    assert.deepEqual({ status, signal, stderr }, { status: 0, signal: null, stderr: '' });
    assert.ok(existsSync(folder));
  } finally {
    rmSync(root, { recursive: true });
  }
});
