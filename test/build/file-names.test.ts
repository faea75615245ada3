import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMisnamedFiles } from '../../build/checking/file-names.ts';
import { runInProject } from './support.ts';

/** Finds misnamed files in a project of these files, each as `file: reason`. */
const findMisnamedIn = (files: Record<string, string>): string[] =>
  runInProject(files, (project) => findMisnamedFiles(project).map(({ file, reason }) => `${file}: ${reason}`));

const testFileContent = "import { test } from 'node:test';\n";

test('kebab-case names that say what is in the file pass', () => {
  const files = {
    'src/README.md': '',
    'src/core/users/edit-profile.ts': '',
    'src/features/schedule/event-types.ts': '',
    'test/core/users.test.ts': testFileContent,
    'test/core/ship-time.test.ts': "import test, { describe } from 'node:test';\n",
    'test/support/app.ts': "import { after } from 'node:test';\n",
    'test/pictures/turned.avif': '',
    'build/node24.mjs': '',
  };
  assert.deepEqual(findMisnamedIn(files), []);
});

test('names in another case are found, those of folders too', () => {
  const files = { 'src/editProfile.ts': '', 'src/Core/users.ts': '', 'build/run_script.ts': '', 'test/a-.ts': '' };
  assert.deepEqual(findMisnamedIn(files), [
    'src/Core/users.ts: Core is not in kebab-case',
    'src/editProfile.ts: editProfile.ts is not in kebab-case',
    'test/a-.ts: a-.ts is not in kebab-case',
    'build/run_script.ts: run_script.ts is not in kebab-case',
  ]);
});

for (const word of ['utils', 'helpers', 'common', 'manager', 'misc']) {
  test(`the word ${word} in a name of a file or folder is found`, () => {
    const files = { [`src/${word}/a.ts`]: '', [`test/a-${word}.ts`]: '', [`test/${word}.ts`]: '' };
    const reason = `the word ${word} says nothing about what is in it`;
    const expected = Object.keys(files).map((file) => `${file}: ${reason}`);
    assert.deepEqual(findMisnamedIn(files), expected);
  });
}

test('a file or folder of mere types is found', () => {
  const reason = 'the word types says nothing about what is in it';
  assert.deepEqual(findMisnamedIn({ 'src/types.ts': '', 'src/types/a.ts': '' }), [
    `src/types.ts: ${reason}`,
    `src/types/a.ts: ${reason}`,
  ]);
});

test('tests are in files that end in .test.ts, and those have tests', () => {
  const files = {
    'test/users.ts': testFileContent,
    'build/executable-test.ts': testFileContent,
    'test/support.test.ts': 'export {};\n',
  };
  assert.deepEqual(findMisnamedIn(files), [
    'test/support.test.ts: it ends in .test.ts and has no tests',
    'test/users.ts: a file with tests ends in .test.ts',
    'build/executable-test.ts: a file with tests ends in .test.ts',
  ]);
});

test('ignores build output and other folders', () => {
  assert.deepEqual(findMisnamedIn({ 'build/out/Utils.ts': '', 'build/cache/Utils.ts': '', 'assets/Utils.ts': '' }), []);
});
