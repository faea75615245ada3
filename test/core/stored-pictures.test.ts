import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { transact } from '#area/context.ts';
import { imagesApi } from '#core/images/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { startTestApp } from '../support/app.ts';
import { createAnimatedPicture, createPicture } from '../support/pictures.ts';
import { skipWithout } from '../support/platform.ts';
import { readPicture, storePicture } from '../support/stored-pictures.ts';

const app = await startTestApp();
const { pictures } = app.context;
const storeImage = (image: Buffer) => storePicture(app, image);
const readImage = (size: 'full' | 'thumb', filename: string, headers?: Record<string, string>) =>
  readPicture(app, size, filename, headers);

async function withSettings(changes: Partial<ServerSettings>, work: () => Promise<void>): Promise<void> {
  const set = (settings: Partial<ServerSettings>) =>
    transact(app.context, (context) => changeSettings(context, settings));
  set(changes);
  try {
    await work();
  } finally {
    set({ disabledFeatures: [], minAccessLevel: 'banned', enablePreregistration: false });
  }
}

test('anyone who knows its name can read a picture in both sizes, and cache it for a day', async () => {
  const upload = await createPicture({ width: 640, height: 480, format: 'png' });
  const name = await storeImage(upload);
  for (const [size, height] of [
    ['full', 480],
    ['thumb', 200],
  ] as const) {
    const response = await readImage(size, name);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
    assert.equal(response.headers.get('accept-ranges'), 'bytes');
    assert.equal((await sharp(response.bytes).metadata()).height, height);
  }
  assert.deepEqual((await readImage('full', name)).bytes, upload);
});

test('a client that already has a picture gets 304 without a body', async () => {
  const name = await storeImage(await createPicture());
  for (const size of ['full', 'thumb'] as const) {
    const etag = (await readImage(size, name)).headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    const again = await readImage(size, name, { 'if-none-match': etag });
    assert.equal(again.status, 304);
    assert.equal(again.bytes.length, 0);
    assert.equal((await readImage(size, name, { 'if-none-match': '"another"' })).status, 200);
  }
});

test('byte ranges of a picture can be requested', async () => {
  const name = await storeImage(await createPicture());
  for (const size of ['full', 'thumb'] as const) {
    const { bytes } = await readImage(size, name);
    const part = await readImage(size, name, { range: 'bytes=2-5' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 2-5/${bytes.length}`);
    assert.deepEqual(part.bytes, bytes.subarray(2, 6));
    assert.equal((await readImage(size, name, { range: `bytes=${bytes.length}-` })).status, 416);
  }
});

test('requesting only headers of pictures leaves no file open', { skip: skipWithout('/proc') }, async () => {
  const name = `${randomUUID()}.jpg`;
  await pictures.full.save(name, randomBytes(2 * 1024 * 1024));
  for (let times = 0; times < 20; times += 1) {
    const response = await app.anonymous.send('HEAD', `/api/v3/image/full/${name}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), String(2 * 1024 * 1024));
    assert.equal(response.bytes.length, 0);
  }
  assert.deepEqual(openFiles(name), []);
});

/** Returns the process's open files with this name, according to the system. */
function openFiles(name: string): string[] {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return [];
  const targets = readdirSync(folder).map((entry) => readTarget(`${folder}/${entry}`));
  return targets.filter((target) => target.endsWith(name));
}

function readTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The file was closed after the folder was listed.
    return '';
  }
}

test('a thumbnail that’s too large for the cache is sent anyway', async () => {
  const name = `${randomUUID()}.gif`;
  const bytes = randomBytes(300 * 1024);
  await pictures.thumb.save(name, bytes);
  assert.deepEqual((await readImage('thumb', name)).bytes, bytes);
  assert.deepEqual((await readImage('thumb', name)).bytes, bytes);
});

test('names are found in any letter case; without a known extension, jpg is assumed', async () => {
  const name = await storeImage(await createPicture({ format: 'jpeg' }));
  const id = name.replace('.jpg', '');
  for (const variant of [name.toUpperCase(), id, `${id}.xyz`]) {
    const response = await readImage('thumb', variant);
    assert.equal(response.status, 200, variant);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
  }
});

test('a name with two extensions or without a UUID is rejected; an unknown one is 404', async () => {
  const id = randomUUID();
  for (const filename of [`${id}.jpg.png`, 'photo.jpg', '../secrets/token.key', `..%2f${id}.jpg`]) {
    assert.equal((await readImage('full', filename)).status, 400, filename);
  }
  for (const size of ['full', 'thumb'] as const) assert.equal((await readImage(size, `${id}.jpg`)).status, 404);
  const name = await storeImage(await createPicture());
  assert.equal((await readImage('full', name.replace('.png', '.jpg'))).status, 404);
});

test('the archive is open to moderators and above only', async () => {
  const name = `${randomUUID()}.jpg`;
  const bytes = await createPicture({ format: 'jpeg' });
  await pictures.archive.save(name, bytes);
  const params = { filename: name };
  assert.equal((await app.anonymous.call(imagesApi.archivedThumbnail, { params })).status, 401);
  const passenger = await app.logIn('verified');
  assert.equal((await passenger.call(imagesApi.archivedThumbnail, { params })).status, 403);
  const moderator = await app.atLevel('moderator');
  assert.deepEqual((await moderator.call(imagesApi.archivedThumbnail, { params })).bytes, bytes);
  assert.equal((await readImage('thumb', name)).status, 404);
});

test('while the feature is off, no one below tho gets a picture', async () => {
  const name = await storeImage(await createPicture());
  await withSettings({ disabledFeatures: [{ app: 'all', feature: 'images' }] }, async () => {
    assert.equal((await readImage('full', name)).status, 451);
    const office = await app.logIn('THO');
    assert.equal((await office.call(imagesApi.fullPicture, { params: { filename: name } })).status, 200);
  });
});

test('pictures stay readable while the server is closed to passengers, except the archive', async () => {
  const name = await storeImage(await createPicture());
  const office = await app.logIn('THO');
  await withSettings({ minAccessLevel: 'admin' }, async () => {
    assert.equal((await readImage('full', name)).status, 200);
    assert.equal((await app.anonymous.call(imagesApi.qrCode, { query: { string: 'x' } })).status, 200);
    assert.equal((await office.call(imagesApi.archivedThumbnail, { params: { filename: name } })).status, 403);
  });
});

test('an animation keeps its frames in both sizes', async () => {
  const upload = await createAnimatedPicture(['red', 'lime', 'blue']);
  const name = await storeImage(upload);
  assert.match(name, /\.gif$/);
  assert.deepEqual((await readImage('full', name)).bytes, upload);
  const thumbnail = await readImage('thumb', name);
  assert.equal(thumbnail.headers.get('content-type'), 'image/gif');
  assert.equal((await sharp(thumbnail.bytes, { animated: true }).metadata()).pages, 3);
});
