import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { imagesApi } from '#core/images/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { startTestApp } from '../support/app.ts';
import { createPicture, toUpload } from '../support/pictures.ts';

const app = await startTestApp();

test('an avatar is served by its owner’s id, in the size given in the path', async () => {
  const heidi = await app.logIn('heidi');
  const upload = toUpload(await createPicture({ width: 900, height: 700 }));
  await heidi.get(profilesApi.setAvatar, { body: upload });
  const params = { userID: heidi.userID };
  for (const [declaration, edge] of [
    [imagesApi.fullAvatar, 700],
    [imagesApi.avatarThumbnail, 200],
  ] as const) {
    const response = await app.anonymous.call(declaration, { params });
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
    const { width, height } = await sharp(response.bytes).metadata();
    assert.deepEqual([width, height], [edge, edge]);
  }
});

test('a user without an avatar has an identicon, which clients revalidate each time', async () => {
  const { userID } = await app.logIn('verified');
  const drawn = await app.anonymous.call(imagesApi.identicon, { params: { userID } });
  for (const declaration of [imagesApi.fullAvatar, imagesApi.avatarThumbnail]) {
    const response = await app.anonymous.call(declaration, { params: { userID } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('etag'), 'W/"1"');
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
    assert.deepEqual(response.bytes, drawn.bytes);
    assert.equal((await app.anonymous.call(declaration, { params: { userID: 'nonsense' } })).status, 400);
    assert.equal((await app.anonymous.call(declaration, { params: { userID: randomUUID() } })).status, 404);
  }
});

test('a missing avatar file is replaced by the identicon', async () => {
  const sam = await app.logIn('sam');
  await sam.get(profilesApi.setAvatar, { body: { filename: `${randomUUID()}.jpg` } });
  const response = await app.anonymous.call(imagesApi.avatarThumbnail, { params: { userID: sam.userID } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
});

test('every valid id has its own identicon, the same in any letter case', async () => {
  const [id, nextID] = ['3e2c6b1a-0000-4000-8000-0000000000aa', '3e2c6b1a-0000-4000-8000-0000000000ab'];
  const draw = (userID: string, headers = {}) =>
    app.anonymous.call(imagesApi.identicon, { params: { userID }, headers });
  const first = await draw(id);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('etag'), 'W/"1"');
  assert.equal(first.headers.get('cache-control'), 'public, max-age=86400');
  const { width, height, format } = await sharp(first.bytes).metadata();
  assert.deepEqual([width, height, format], [40, 40, 'png']);
  assert.deepEqual((await draw(id.toUpperCase())).bytes, first.bytes);
  assert.notDeepEqual((await draw(nextID)).bytes, first.bytes);
  assert.equal((await draw(id, { 'if-none-match': 'W/"1"' })).status, 304);
  assert.equal((await draw('nonsense')).status, 400);
});

test('a text becomes a QR code of 400 pixels', async () => {
  const drawAny = (query: Record<string, string>, headers = {}) =>
    app.anonymous.call(imagesApi.qrCode, { query, headers });
  const draw = (string: string, headers = {}) => drawAny({ string }, headers);
  const response = await draw('https://ship.example/fez/5?a=b&c=ä');
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('etag'), 'W/"1"');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
  const { width, height } = await sharp(response.bytes).metadata();
  assert.deepEqual([width, height], [400, 400]);
  assert.equal((await draw('x', { 'if-none-match': 'W/"1"' })).status, 304);
  for (const rejected of [await drawAny({}), await draw(''), await draw('x'.repeat(8000))]) {
    assert.equal(rejected.status, 400);
    assert.equal(rejected.fieldErrors, undefined);
  }
});
