import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFromFirstUsableFolder } from '#platform/machine/native-libraries.ts';

const failToMap = (folder: string): never => {
  throw new Error(`${folder}/library.node: failed to map segment from shared object`);
};
const unpackInto = (place: string): string => `${place}/native`;
const candidateFolders = [() => '/data/cache', () => '/tmp'];

test('libraries are loaded from the next place when no program may be run from the first', () => {
  const found = loadFromFirstUsableFolder(
    candidateFolders,
    unpackInto,
    (folder) => folder.startsWith('/data') && failToMap(folder),
  );
  assert.deepEqual(found, { place: '/tmp', folder: '/tmp/native' });
});

test('where they can be loaded from nowhere, each place is named with its reason, and CACHE_DIR is offered', () => {
  const readOnly = () => {
    throw new Error('EROFS: read-only file system');
  };
  const found = loadFromFirstUsableFolder([...candidateFolders, readOnly], unpackInto, failToMap);
  assert.match(
    'failure' in found ? found.failure : '',
    /set CACHE_DIR to a folder.*\(\/data\/cache is on a disk mounted noexec; \/tmp is on a disk mounted noexec; EROFS/,
  );
});

test('a library that is broken is not taken for one in the wrong place', () => {
  const broken = () => {
    throw new Error('undefined symbol: x');
  };
  assert.throws(() => loadFromFirstUsableFolder(candidateFolders, unpackInto, broken), /undefined symbol/);
});
