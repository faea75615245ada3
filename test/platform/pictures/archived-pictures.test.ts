import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFileStore, type FileStore, retainedFolder } from '#platform/files/file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-kept-'));
after(() => rmSync(folder, { recursive: true }));

const store = createFileStore(join(folder, 'thumb'));
const archive = createFileStore(join(folder, 'archive'));
const retainedPath = join(folder, 'thumb', retainedFolder);
const [firstName, secondName, thirdName] = ['a', 'b', 'c'].map(
  (letter) => `${letter}1234567-89ab-4cde-8f01-23456789abcd.jpg`,
) as [string, string, string];

async function listNames(place: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of place.names()) names.push(name);
  return names;
}

test('a removed picture is gone, unless removed files are retained', async () => {
  await store.save(firstName, Buffer.from('one'));
  await store.remove(firstName);
  assert.equal(existsSync(retainedPath), false);

  mkdirSync(retainedPath);
  await store.save(secondName, Buffer.from('two'));
  await store.save(thirdName, Buffer.from('three'));
  assert.equal(await store.remove(secondName), true);
  assert.equal(await store.move(thirdName, archive), true);
  assert.deepEqual(readdirSync(retainedPath).sort(), [secondName, thirdName]);
  assert.equal(readFileSync(join(retainedPath, secondName), 'utf8'), 'two');
  assert.equal(await store.describe(secondName), undefined);
  assert.deepEqual(await listNames(store), []);
  assert.deepEqual(await listNames(archive), [thirdName]);
});
