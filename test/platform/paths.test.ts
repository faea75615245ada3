import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { describe, test } from 'node:test';
import { findPathInside, isPathPart, walkUp } from '#platform/files/paths.ts';

describe('walking up from a folder', () => {
  const cases = [
    { rules: posix, folder: '/var/lib/gangway', top: undefined, found: ['/var/lib/gangway', '/var/lib', '/var', '/'] },
    { rules: posix, folder: '/var/lib/gangway/', top: '/var/lib', found: ['/var/lib/gangway', '/var/lib'] },
    { rules: posix, folder: '/var/lib', top: '/var/lib', found: ['/var/lib'] },
    { rules: posix, folder: '/var/lib', top: '/srv', found: ['/var/lib', '/var', '/'] },
    { rules: win32, folder: 'C:\\gangway\\data', top: undefined, found: ['C:\\gangway\\data', 'C:\\gangway', 'C:\\'] },
    { rules: win32, folder: 'C:\\gangway\\data', top: 'c:\\Gangway', found: ['C:\\gangway\\data', 'C:\\gangway'] },
    // Node's spelling of a folder that `mkdir` created.
    { rules: win32, folder: 'C:\\gangway', top: '\\\\?\\C:\\gangway', found: ['C:\\gangway', 'C:\\'] },
    { rules: win32, folder: '\\\\?\\C:\\gangway', top: 'C:\\', found: ['\\\\?\\C:\\gangway', '\\\\?\\C:\\'] },
    { rules: win32, folder: 'Z:\\gangway', top: 'C:\\gangway', found: ['Z:\\gangway', 'Z:\\'] },
    {
      rules: win32,
      folder: '\\\\ship\\share\\data',
      top: undefined,
      found: ['\\\\ship\\share\\data', '\\\\ship\\share\\'],
    },
  ];
  for (const { rules, folder, top, found } of cases)
    test(`from ${folder} to ${top ?? 'the root'} ends at ${found.at(-1)}`, () => {
      assert.deepEqual(collectUpTo(10, walkUp(folder, top, rules)), found);
    });
});

/** Fails instead of walking forever. */
function collectUpTo(most: number, folders: Iterable<string>): string[] {
  const found: string[] = [];
  for (const folder of folders) {
    assert.ok(found.length < most, `still walking at ${folder}`);
    found.push(folder);
  }
  return found;
}

describe('the names that lead from a folder to a path', () => {
  const cases = [
    { rules: posix, folder: '/data', path: '/data', found: [] },
    { rules: posix, folder: '/data/', path: '/data/images/7c', found: ['images', '7c'] },
    { rules: posix, folder: '/data', path: '/data/..kept', found: ['..kept'] },
    { rules: posix, folder: '/data', path: '/data2/images', found: undefined },
    { rules: posix, folder: '/data', path: '/', found: undefined },
    { rules: win32, folder: 'C:\\data', path: 'C:\\data\\images\\7c', found: ['images', '7c'] },
    { rules: win32, folder: 'C:\\data', path: 'c:/DATA/images', found: ['images'] },
    { rules: win32, folder: 'C:\\data', path: 'C:\\data2', found: undefined },
    { rules: win32, folder: 'C:\\data', path: 'D:\\data\\images', found: undefined },
    { rules: win32, folder: 'C:\\data', path: '\\\\ship\\share\\images', found: undefined },
  ];
  for (const { rules, folder, path, found } of cases)
    test(`${path} is ${found === undefined ? 'not ' : ''}in ${folder}`, () => {
      assert.deepEqual(findPathInside(folder, path, rules), found);
    });
});

test('names that lead nowhere else can be stored, except what Windows doesn’t allow', () => {
  const anywhere = ["What's on!", '日本', 'a..b', '..a', '#1 & 50%', 'console', 'com10'];
  const notOnWindows = ['Who?', 'a:b', '"a"', '<a>', 'a|b', '*', 'a.', 'a ', 'CON', 'nul.txt', 'Com1.md'];
  const nowhere = ['', '.', '..', 'a/b', 'a\\b', 'a\0', 'a\nb'];
  for (const [rules, refused] of [
    [posix, nowhere],
    [win32, [...notOnWindows, ...nowhere]],
  ] as const)
    assert.deepEqual(
      [...anywhere, ...notOnWindows, ...nowhere].filter((name) => !isPathPart(name, rules)),
      refused,
    );
});
