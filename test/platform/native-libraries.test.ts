import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFromFirstUsableFolder } from '#platform/machine/native-libraries.ts';

const failToMap = (folder: string): never => {
  throw new Error(`${folder}/library.node: failed to map segment from shared object`);
};
const unpackInto = (place: string): string => `${place}/native`;
const candidateFolders = [() => '/data/cache', () => '/tmp'];

test('loads libraries from the next folder if programs can’t run from the first', () => {
  const found = loadFromFirstUsableFolder(
    candidateFolders,
    unpackInto,
    (folder) => folder.startsWith('/data') && failToMap(folder),
  );
  assert.deepEqual(found, { place: '/tmp', folder: '/tmp/native' });
});

test('if no folder works, lists each one with its reason, and suggests CACHE_DIR', () => {
  const readOnly = () => {
    throw new Error('EROFS: read-only file system');
  };
  const found = loadFromFirstUsableFolder([...candidateFolders, readOnly], unpackInto, failToMap);
  assert.match(
    'failure' in found ? found.failure : '',
    /set CACHE_DIR to a folder.*\(\/data\/cache is on a disk mounted noexec; \/tmp is on a disk mounted noexec; EROFS/,
  );
});

test('a broken library isn’t mistaken for one in the wrong folder', () => {
  const broken = () => {
    throw new Error('undefined symbol: x');
  };
  assert.throws(() => loadFromFirstUsableFolder(candidateFolders, unpackInto, broken), /undefined symbol/);
});
