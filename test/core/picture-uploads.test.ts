import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { transact, type WriteContext } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { processUpload, processUploads, writeOrDiscard } from '#core/images/index.ts';
import { startTestApp } from '../support/app.ts';
import { createPicture } from '../support/pictures.ts';
import { readPicture, storePicture } from '../support/stored-pictures.ts';

const app = await startTestApp();
const { pictures } = app.context;

async function listStoredNames(): Promise<string[]> {
  const names: string[] = [];
  for (const store of [pictures.full, pictures.thumb]) for await (const name of store.names()) names.push(name);
  return names.sort();
}

test('uploads without a picture are omitted from a list, and the order stays', async () => {
  const name = `${randomUUID().toUpperCase()}.PNG`;
  const image = await createPicture({ format: 'jpeg' });
  const prepared = await processUploads(
    app.context,
    [{ filename: name }, { image: Buffer.alloc(0) }, { filename: name, image }],
    { key: 'images' },
  );
  assert.deepEqual(
    prepared.map(({ isNew }) => isNew),
    [false, true],
  );
  assert.equal(prepared[0]?.name, name.toLowerCase());
  assert.notEqual(prepared[1]?.name, name.toLowerCase());
});

test('an invalid upload in a list is named by its index, and no file of the list stays', async () => {
  const before = await listStoredNames();
  const good = { image: await createPicture() };
  const bad = { image: Buffer.from('no picture') };
  const rejection = await processUploads(app.context, [good, bad], { key: 'images' }).catch((error: unknown) => error);
  assert.ok(rejection instanceof AppError);
  assert.deepEqual(Object.keys(rejection.details.fieldErrors ?? {}), ['images.1.image']);
  const misnamed = { filename: 'holiday.jpg' };
  const misnaming = await processUploads(app.context, [good, misnamed], { key: 'images' }).catch(
    (error: unknown) => error,
  );
  assert.ok(misnaming instanceof AppError);
  assert.deepEqual(Object.keys(misnaming.details.fieldErrors ?? {}), ['images.1.filename']);
  assert.deepEqual(await listStoredNames(), before);
});

test('if the row isn’t written, its new picture is deleted, but an existing one stays', async () => {
  const before = await storePicture(app, await createPicture());
  const options = { avatar: false, key: 'image' };
  const fresh = await processUpload(app.context, { image: await createPicture() }, options);
  const old = await processUpload(app.context, { filename: before }, options);
  const write = <Result>(work: (context: WriteContext) => Result): Result => transact(app.context, work);
  const failing = writeOrDiscard(app.context, [fresh, old, undefined], write, () => {
    throw new Error('the row was rejected');
  });
  await assert.rejects(failing, /the row was rejected/);
  assert.equal((await readPicture(app, 'full', fresh?.name ?? '')).status, 404);
  assert.equal((await readPicture(app, 'full', before)).status, 200);
});
