import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { projectFolder } from '../../build/project.ts';
import { skipWithout } from '../support/platform.ts';

const launcher = join(projectFolder, 'build', 'node24.mjs');
/** Node options that change something before the launcher runs. */
const createImportOption = (change: string): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(change)}`,
];

/** Environments of the launcher: Node 24, and a simulated Node 20, which can't replace its process. */
const launchModes = {
  'replacing itself': [],
  'with a process of its own': createImportOption('process.execve = undefined'),
};

const launch = (words: readonly string[]): ChildProcess =>
  spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });

for (const [way, before] of Object.entries(launchModes)) {
  describe(`the launcher, ${way}`, () => {
    const start = (code: string) => launch([...before, launcher, 'GREETING=a=b c', '-e', code, 'one', 'two words']);

    test('passes on arguments, variables, output and exit code', async () => {
      const child = start('console.log(process.argv.slice(1), process.env.GREETING); process.exitCode = 7');
      const [[text], [code]] = await Promise.all([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
      assert.equal(String(text), "[ 'one', 'two words' ] a=b c\n");
      assert.equal(code, 7);
    });

    test('passes on signals, and ends with the program’s signal', async () => {
      const child = start(
        "process.once('SIGTERM', () => console.log('asked')); setInterval(() => {}, 1000); console.log('up')",
      );
      const ended = once(child, 'exit');
      for await (const text of child.stdout ?? []) if (child.kill('SIGTERM') && String(text) === 'asked\n') break;
      assert.deepEqual(await ended, [null, 'SIGTERM']);
    });
  });
}

/** Copies the launcher into a folder without packages. */
function copyLauncher(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-launcher-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const name of ['node24.mjs', 'node-options'])
    cpSync(join(projectFolder, 'build', name), join(folder, 'build', name));
  return folder;
}

/** Runs a launcher on Node 20, or on a simulation of it. */
function launchOnOldNode(folder: string) {
  const old = createImportOption("Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })");
  return promisify(execFile)(process.execPath, [...old, join(folder, 'build', 'node24.mjs'), '-p', '1']);
}

test('without Node 24 the launcher says what is missing', async () => {
  const running = launchOnOldNode(copyLauncher());
  await assert.rejects(running, { code: 1, stderr: /^Gangway needs Node 24 or later\. .* This is Node 20\.1\.0\.\n$/ });
});

const failingLoaders = {
  'an old glibc': [
    '#!/bin/sh\necho "version \'GLIBC_2.28\' not found" >&2; exit 1',
    /\(version 'GLIBC_2.28' not found\)/,
  ],
  'no glibc': ['#!/lib/no-such-loader.so.2', /\(spawnSync .*ENOENT\)/],
} as const;
for (const [what, [program, words]] of Object.entries(failingLoaders)) {
  test(`where the Node that npm installed meets ${what} the launcher says what is needed`, {
    skip: skipWithout('a Unix shell'),
  }, async () => {
    const folder = copyLauncher();
    const installed = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'node'), program, { mode: 0o755 });
    await assert.rejects(launchOnOldNode(folder), ({ code, stderr }) => {
      assert.equal(code, 1);
      assert.match(stderr, /needs Linux with glibc 2\.34 or later, .*Debian 12.* not Alpine/);
      assert.match(stderr, words);
      return true;
    });
  });
}
