import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { explainUnsuitableProcessor, explainUnsuitableSystem } from '#platform/machine/system-requirements.ts';
import { describeFailure } from '../../src/cli/failure.ts';
import { skipWithout } from '../support/platform.ts';

const libraryPath = '/srv/gangway/data/cache/native-1/better-sqlite3/prebuilds/linux-x64.node';

// Messages of the loaders of Debian 11, Debian 10 and Alpine.
const loaderMessages = [
  `/lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.33' not found (required by ${libraryPath})`,
  `/usr/lib/x86_64-linux-gnu/libstdc++.so.6: version \`GLIBCXX_3.4.29' not found (required by ${libraryPath})`,
];
const loaderMessagesOfMusl = [
  `Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by ${libraryPath})`,
  `Error relocating ${libraryPath}: __memcpy_chk: symbol not found`,
];

test('if the system is too old for a library, explains what it has and what is needed', () => {
  for (const complaint of loaderMessages) {
    const sentence = explainUnsuitableSystem(complaint, () => '2.31') ?? '';
    assert.match(sentence, /^This system is too old: its glibc is 2\.31\. Gangway needs .*glibc 2\.34 .*Debian 12/);
    assert.ok(sentence.includes(complaint));
  }
});

test('explains that a library is for glibc if the system has musl', () => {
  for (const complaint of loaderMessagesOfMusl)
    assert.match(explainUnsuitableSystem(complaint, () => undefined) ?? '', /^This system has musl.*glibc 2\.34/);
});

/** Makes a library that requires a newer system than any. */
function makeLibraryOfTheFuture(folder: string): string {
  const packageFile = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  const library = join(dirname(packageFile), 'prebuilds', `${process.platform}-${process.arch}.node`);
  const file = join(folder, 'future.node');
  writeFileSync(file, readFileSync(library, 'latin1').replaceAll('GLIBC_2.34', 'GLIBC_9.34'), 'latin1');
  return file;
}

test('a command that can’t load a library explains what the system is and what is needed', {
  skip: skipWithout('the loader of Linux'),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-future-'));
  try {
    process.dlopen({ exports: {} }, makeLibraryOfTheFuture(folder));
    assert.fail('it was loaded');
  } catch (error) {
    assert.match(describeFailure(error), /^This system .*(its glibc is 2\.\d+|musl).*glibc 2\.34.*GLIBC_9\.34/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('other reasons why a library didn’t load aren’t explained', () => {
  for (const complaint of ['x.node: file too short', 'x.node: failed to map segment from shared object'])
    assert.equal(explainUnsuitableSystem(complaint), undefined);
});

test('names what a processor without x86-64-v2 lacks', () => {
  const core2 = 'fpu sse sse2 ssse3 cx16 lahf_lm sse4_1';
  assert.match(explainUnsuitableProcessor(() => core2) ?? '', /lacks popcnt, sse4_2, .*x86-64-v2\./);
});

test('accepts a processor with x86-64-v2, and one the system doesn’t describe', () => {
  const nehalem = 'fpu sse sse2 ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm';
  assert.equal(
    explainUnsuitableProcessor(() => nehalem),
    undefined,
  );
  assert.equal(
    explainUnsuitableProcessor(() => undefined),
    undefined,
  );
  assert.equal(explainUnsuitableProcessor(), undefined);
});
