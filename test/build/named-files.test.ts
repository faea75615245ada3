import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFiles, projectFolder } from '../../build/project.ts';

const folders = ['src', 'build', 'test', 'migrations'];
const files = folders.flatMap((folder) => listFiles(projectFolder, folder));
const texts = files.filter((file) => file.endsWith('.md') && !file.startsWith('src/contract/rules/'));

/** Names that stand for a file of any area or subject, and names of build output. */
const placeholderPattern = /[<>{}*…]|^build\/out\//;

/** Whether a file ends with this name, or is in a folder with this name. */
function pointsToFile(name: string): boolean {
  const path = `/${name.replace(/^[./#]+/, '')}`;
  return files.some((file) => (path.endsWith('/') ? `/${file}`.includes(path) : `/${file}`.endsWith(path)));
}

test('files and folders named in a map exist', () => {
  const lost = texts.flatMap((text) =>
    [...readFileSync(join(projectFolder, text), 'utf8').matchAll(/`([\w./#<>{}*…-]+(?:\.ts|\/))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !placeholderPattern.test(name) && !pointsToFile(name))
      .map((name) => `${text}: ${name}`),
  );
  assert.deepEqual(lost, []);
});
