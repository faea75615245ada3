import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFileStore, type FileStore } from '#platform/files/file-store.ts';
import { skipWithout } from '../support/platform.ts';

const fileName = '7c9e6679-7425-40de-944b-e07fc1f90ae7.png';
const otherFileName = '01234567-89ab-4cde-8f01-23456789abcd.jpg';

async function createEmptyFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function listAllNames(store: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const name of store.names()) found.push(name);
  return found.toSorted();
}

test('a saved file is found under the first two characters of its name', async (context) => {
  const folder = await createEmptyFolder(context);
  const store = createFileStore(join(folder, 'not', 'yet', 'there'));
  await store.save(fileName, Buffer.from('picture'));
  const found = await store.describe(fileName);
  assert.equal(found?.path, join(folder, 'not', 'yet', 'there', '7c', fileName));
  assert.equal(found?.size, 7);
  assert.ok(found?.modified instanceof Date);
  assert.equal(await readFile(store.path(fileName), 'utf8'), 'picture');
});

test('no temporary file remains, after success or failure', async (context) => {
  const folder = await createEmptyFolder(context);
  const store = createFileStore(folder);
  await store.save(fileName, Buffer.from('picture'));
  await writeFile(join(folder, '01'), 'in the way');
  await assert.rejects(store.save(otherFileName, Buffer.from('picture')));
  assert.deepEqual((await readdir(folder, { recursive: true })).toSorted(), ['01', '7c', join('7c', fileName)]);
});

test('returns undefined for a missing file, also when removing or moving it', async (context) => {
  const folder = await createEmptyFolder(context);
  const store = createFileStore(folder);
  assert.equal(await store.describe(fileName), undefined);
  assert.equal(await store.remove(fileName), false);
  assert.equal(await store.move(fileName, createFileStore(join(folder, 'archive'))), false);
});

test('a removed file is gone', async (context) => {
  const store = createFileStore(await createEmptyFolder(context));
  await store.save(fileName, Buffer.from('picture'));
  assert.equal(await store.remove(fileName), true);
  assert.equal(await store.describe(fileName), undefined);
});

test('moves a file from another file system', { skip: skipWithout('a second file system') }, async (context) => {
  const elsewhere = await mkdtemp('/dev/shm/file-store-');
  context.after(() => rm(elsewhere, { recursive: true }));
  await writeFile(join(elsewhere, 'upload'), 'picture');
  const store = createFileStore(await createEmptyFolder(context));
  await store.take(fileName, join(elsewhere, 'upload'));
  assert.equal(await readFile(store.path(fileName), 'utf8'), 'picture');
  assert.deepEqual(await readdir(elsewhere), []);
});

test('a moved file is only in the other store', async (context) => {
  const folder = await createEmptyFolder(context);
  const [thumbnails, archive] = [createFileStore(join(folder, 'thumb')), createFileStore(join(folder, 'archive'))];
  await thumbnails.save(fileName, Buffer.from('picture'));
  assert.equal(await thumbnails.move(fileName, archive), true);
  assert.deepEqual([await listAllNames(thumbnails), await listAllNames(archive)], [[], [fileName]]);
});

test('names lists stored pictures only', async (context) => {
  const folder = await createEmptyFolder(context);
  const store = createFileStore(folder);
  assert.deepEqual(await listAllNames(createFileStore(join(folder, 'absent'))), []);
  await store.save(fileName, Buffer.from('one'));
  await store.save(otherFileName, Buffer.from('two'));
  await writeFile(join(folder, '7c', `.${fileName}.interrupted.part`), 'half');
  await writeFile(join(folder, 'note.txt'), 'note');
  assert.deepEqual(await listAllNames(store), [otherFileName, fileName]);
});

test('no name leaves the folder', async (context) => {
  const store = createFileStore(await createEmptyFolder(context));
  const wrong = [
    '',
    '..',
    '../../etc/passwd',
    `../${fileName}`,
    `${fileName}/../x`,
    fileName.toUpperCase(),
    `${fileName}\n`,
    `${fileName}.jpg`,
  ];
  for (const text of wrong) {
    assert.throws(() => store.path(text), /not the name/);
    await assert.rejects(store.save(text, Buffer.from('x')), /not the name/);
    await assert.rejects(store.describe(text), /not the name/);
    await assert.rejects(store.remove(text), /not the name/);
  }
});
