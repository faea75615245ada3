import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFileStore, type FileStore, keptFolder } from '#platform/files/file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-kept-'));
after(() => rmSync(folder, { recursive: true }));

const store = createFileStore(join(folder, 'thumb'));
const archive = createFileStore(join(folder, 'archive'));
const kept = join(folder, 'thumb', keptFolder);
const [one, two, three] = ['a', 'b', 'c'].map((letter) => `${letter}1234567-89ab-4cde-8f01-23456789abcd.jpg`) as [
  string,
  string,
  string,
];

async function namesIn(place: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of place.names()) names.push(name);
  return names;
}

test('a picture that is removed is gone, unless someone asked to keep what is removed', async () => {
  await store.save(one, Buffer.from('one'));
  await store.remove(one);
  assert.equal(existsSync(kept), false);

  mkdirSync(kept);
  await store.save(two, Buffer.from('two'));
  await store.save(three, Buffer.from('three'));
  assert.equal(await store.remove(two), true);
  assert.equal(await store.move(three, archive), true);
  assert.deepEqual(readdirSync(kept).sort(), [two, three]);
  assert.equal(readFileSync(join(kept, two), 'utf8'), 'two');
  assert.equal(await store.describe(two), undefined);
  assert.deepEqual(await namesIn(store), []);
  assert.deepEqual(await namesIn(archive), [three]);
});
