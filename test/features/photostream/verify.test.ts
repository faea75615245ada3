import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { createPicture } from '../../support/pictures.ts';
import { storePicture } from '../../support/stored-pictures.ts';
import { changeServerSettings, deletePhoto, startShipWithPhotos, upload } from './support.ts';

const ship = await startShipWithPhotos();
const { clock, context, james, moderator } = ship;
const { full: fullPictures, thumb: thumbnails } = context.pictures;
changeServerSettings(ship, { photostreamUploadRateLimit: 0 });

const photo = await upload(ship, james);
const findAll = async () =>
  (await findInconsistencies(context)).map(({ what, stored, expected }) => `${what}: ${stored}, not ${expected}`);

test('uploading, reviewing and deleting photos leaves no inconsistency', async () => {
  const [hidden, deleted] = [await upload(ship, james), await upload(ship, james)];
  await moderator.send('POST', `/api/v3/mod/photostream/${hidden.postID}/setstate/quarantined`);
  await deletePhoto(moderator, deleted);
  assert.deepEqual(await findAll(), []);
});

test('reports a photo without its file', async () => {
  const { image, postID } = await upload(ship, james);
  await rm(fullPictures.path(image));
  assert.deepEqual(await findAll(), [
    `picture ${image} of photo ${postID}: a file in thumb, not a file in full and thumb`,
  ]);
  await rm(thumbnails.path(image));
  assert.deepEqual(await findAll(), [`picture ${image} of photo ${postID}: no file, not a file in full and thumb`]);
  await deletePhoto(moderator, { postID });
  assert.deepEqual(await findAll(), []);
});

test('reports a file of a deleted photo', async () => {
  const deleted = await upload(ship, james);
  await deletePhoto(moderator, deleted);
  await writeFile(fullPictures.path(deleted.image), 'left behind');
  assert.deepEqual(await findAll(), [
    `picture ${deleted.image} of the deleted photo ${deleted.postID}: a file in full, not a file in archive only`,
  ]);
  await rm(fullPictures.path(deleted.image));
});

test('reports unreferenced files once no upload can be in progress', async () => {
  const name = await storePicture(ship, await createPicture());
  const wrote = async (minutesAgo: number) => {
    const time = new Date(clock.now().getTime() - minutesAgo * 60_000);
    for (const store of [fullPictures, thumbnails]) await utimes(store.path(name), time, time);
  };
  await wrote(59);
  assert.deepEqual(await findAll(), []);
  await wrote(61);
  assert.deepEqual(await findAll(), [`picture ${name}: an unreferenced file, not no file; it can be deleted`]);
  // Users who have it as their avatar refer to it.
  context.db.sqlite.prepare('UPDATE users SET user_image = ? WHERE id = ?').run(name, james.userID);
  assert.deepEqual(await findAll(), []);
  const everything = new Date(0);
  for (const store of [fullPictures, thumbnails]) {
    for await (const stored of store.names()) await utimes(store.path(stored), everything, everything);
  }
  assert.deepEqual(await findAll(), [], `photo ${photo.postID} refers to its own`);
});
