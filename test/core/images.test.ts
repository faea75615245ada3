import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { transact } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { imagesApi } from '#core/images/api.ts';
import { processUpload, processUploads, writeOrDiscard } from '#core/images/index.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { startTestApp } from '../support/app.ts';
import { animatedPicture, asUpload, plainPicture } from '../support/pictures.ts';

const app = await startTestApp();
const { pictures } = app.context;

/** Stores a picture the way posts do. */
async function stored(image: Buffer): Promise<string> {
  const picture = await processUpload(app.context, { image }, { avatar: false, key: 'image' });
  assert.ok(picture);
  return picture.name;
}

const read = (size: 'full' | 'thumb', filename: string, headers: Record<string, string> = {}) =>
  app.nobody.call(size === 'full' ? imagesApi.fullPicture : imagesApi.thumbnail, { params: { filename }, headers });

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for (const store of [pictures.full, pictures.thumb]) for await (const name of store.names()) names.push(name);
  return names.sort();
}

async function withSettings(changes: Partial<ServerSettings>, work: () => Promise<void>): Promise<void> {
  const set = (settings: Partial<ServerSettings>) =>
    transact(app.context, (context) => changeSettings(context, settings));
  set(changes);
  await work();
  set({ disabledFeatures: [], minAccessLevel: 'banned', enablePreregistration: false });
}

test('anybody who knows its name reads a picture in both sizes, to be kept for a day', async () => {
  const upload = await plainPicture({ width: 640, height: 480, format: 'png' });
  const name = await stored(upload);
  for (const [size, height] of [
    ['full', 480],
    ['thumb', 200],
  ] as const) {
    const response = await read(size, name);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
    assert.equal(response.headers.get('accept-ranges'), 'bytes');
    assert.equal((await sharp(response.bytes).metadata()).height, height);
  }
  assert.deepEqual((await read('full', name)).bytes, upload);
});

test('who has a picture already is told so without its bytes', async () => {
  const name = await stored(await plainPicture());
  for (const size of ['full', 'thumb'] as const) {
    const etag = (await read(size, name)).headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    const again = await read(size, name, { 'if-none-match': etag });
    assert.equal(again.status, 304);
    assert.equal(again.bytes.length, 0);
    assert.equal((await read(size, name, { 'if-none-match': '"another"' })).status, 200);
  }
});

test('a part of a picture can be asked for', async () => {
  const name = await stored(await plainPicture());
  for (const size of ['full', 'thumb'] as const) {
    const { bytes } = await read(size, name);
    const part = await read(size, name, { range: 'bytes=2-5' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 2-5/${bytes.length}`);
    assert.deepEqual(part.bytes, bytes.subarray(2, 6));
    assert.equal((await read(size, name, { range: `bytes=${bytes.length}-` })).status, 416);
  }
});

test('asking only for the headers of pictures leaves no file open', async () => {
  const name = `${randomUUID()}.jpg`;
  await pictures.full.save(name, randomBytes(2 * 1024 * 1024));
  for (let times = 0; times < 20; times += 1) {
    const response = await app.nobody.send('HEAD', `/api/v3/image/full/${name}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-length'), String(2 * 1024 * 1024));
    assert.equal(response.bytes.length, 0);
  }
  assert.deepEqual(openFiles(name), []);
});

/** What the process has open of this name, as far as the system tells. */
function openFiles(name: string): string[] {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return [];
  const links = readdirSync(folder).map((entry) => readlinkOf(`${folder}/${entry}`));
  return links.filter((target) => target.endsWith(name));
}

function readlinkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed since the folder was listed.
    return '';
  }
}

test('a thumbnail too large to be held in memory is answered as well', async () => {
  const name = `${randomUUID()}.gif`;
  const bytes = randomBytes(300 * 1024);
  await pictures.thumb.save(name, bytes);
  assert.deepEqual((await read('thumb', name)).bytes, bytes);
  assert.deepEqual((await read('thumb', name)).bytes, bytes);
});

test('a name is found in any letter case, and without a known extension it means a jpg', async () => {
  const name = await stored(await plainPicture({ format: 'jpeg' }));
  const id = name.replace('.jpg', '');
  for (const variant of [name.toUpperCase(), id, `${id}.xyz`]) {
    const response = await read('thumb', variant);
    assert.equal(response.status, 200, variant);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
  }
});

test('a name with two extensions or without a UUID is rejected, an unknown one not found', async () => {
  const id = randomUUID();
  for (const filename of [`${id}.jpg.png`, 'photo.jpg', '../secrets/token.key', `..%2f${id}.jpg`]) {
    assert.equal((await read('full', filename)).status, 400, filename);
  }
  for (const size of ['full', 'thumb'] as const) assert.equal((await read(size, `${id}.jpg`)).status, 404);
  const name = await stored(await plainPicture());
  assert.equal((await read('full', name.replace('.png', '.jpg'))).status, 404);
});

test('the archive is open to moderators and above alone', async () => {
  const name = `${randomUUID()}.jpg`;
  const bytes = await plainPicture({ format: 'jpeg' });
  await pictures.archive.save(name, bytes);
  const params = { filename: name };
  assert.equal((await app.nobody.call(imagesApi.archivedThumbnail, { params })).status, 401);
  const passenger = await app.logIn('verified');
  assert.equal((await passenger.call(imagesApi.archivedThumbnail, { params })).status, 403);
  const moderator = await app.atLevel('moderator');
  assert.deepEqual((await moderator.call(imagesApi.archivedThumbnail, { params })).bytes, bytes);
  assert.equal((await read('thumb', name)).status, 404);
});

test('an avatar is read by the id of its owner, in the size that the path says', async () => {
  const heidi = await app.logIn('heidi');
  const upload = asUpload(await plainPicture({ width: 900, height: 700 }));
  await heidi.get(profilesApi.setAvatar, { body: upload });
  const params = { userID: heidi.userID };
  for (const [declaration, edge] of [
    [imagesApi.fullAvatar, 700],
    [imagesApi.avatarThumbnail, 200],
  ] as const) {
    const response = await app.nobody.call(declaration, { params });
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
    const { width, height } = await sharp(response.bytes).metadata();
    assert.deepEqual([width, height], [edge, edge]);
  }
});

test('whoever has no avatar is shown as an identicon that is asked for anew each time', async () => {
  const { userID } = await app.logIn('verified');
  const drawn = await app.nobody.call(imagesApi.identicon, { params: { userID } });
  for (const declaration of [imagesApi.fullAvatar, imagesApi.avatarThumbnail]) {
    const response = await app.nobody.call(declaration, { params: { userID } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('etag'), 'W/"1"');
    assert.equal(response.headers.get('cache-control'), null);
    assert.deepEqual(response.bytes, drawn.bytes);
    assert.equal((await app.nobody.call(declaration, { params: { userID: 'nonsense' } })).status, 400);
    assert.equal((await app.nobody.call(declaration, { params: { userID: randomUUID() } })).status, 404);
  }
});

test('an avatar whose file is not there gives the identicon', async () => {
  const sam = await app.logIn('sam');
  await sam.get(profilesApi.setAvatar, { body: { filename: `${randomUUID()}.jpg` } });
  const response = await app.nobody.call(imagesApi.avatarThumbnail, { params: { userID: sam.userID } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
});

test('every well-formed id has an identicon of its own, the same in any letter case', async () => {
  const [one, other] = ['3e2c6b1a-0000-4000-8000-0000000000aa', '3e2c6b1a-0000-4000-8000-0000000000ab'];
  const draw = (userID: string, headers = {}) => app.nobody.call(imagesApi.identicon, { params: { userID }, headers });
  const first = await draw(one);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('etag'), 'W/"1"');
  assert.equal(first.headers.get('cache-control'), 'public, max-age=86400');
  const { width, height, format } = await sharp(first.bytes).metadata();
  assert.deepEqual([width, height, format], [40, 40, 'png']);
  assert.deepEqual((await draw(one.toUpperCase())).bytes, first.bytes);
  assert.notDeepEqual((await draw(other)).bytes, first.bytes);
  assert.equal((await draw(one, { 'if-none-match': 'W/"1"' })).status, 304);
  assert.equal((await draw('nonsense')).status, 400);
});

test('a text becomes a QR code of 400 pixels', async () => {
  const drawAny = (query: Record<string, string>, headers = {}) =>
    app.nobody.call(imagesApi.qrCode, { query, headers });
  const draw = (string: string, headers = {}) => drawAny({ string }, headers);
  const response = await draw('https://ship.example/fez/5?a=b&c=ä');
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('etag'), 'W/"1"');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
  const { width, height } = await sharp(response.bytes).metadata();
  assert.deepEqual([width, height], [400, 400]);
  assert.equal((await draw('x', { 'if-none-match': 'W/"1"' })).status, 304);
  for (const refusal of [await drawAny({}), await draw(''), await draw('x'.repeat(8000))]) {
    assert.equal(refusal.status, 400);
    assert.equal(refusal.fieldErrors, undefined);
  }
});

test('with the feature switched off nobody below tho gets a picture', async () => {
  const name = await stored(await plainPicture());
  await withSettings({ disabledFeatures: [{ app: 'all', feature: 'images' }] }, async () => {
    assert.equal((await read('full', name)).status, 451);
    const office = await app.logIn('THO');
    assert.equal((await office.call(imagesApi.fullPicture, { params: { filename: name } })).status, 200);
  });
});

test('pictures stay readable while the server is closed to passengers, but for the archive', async () => {
  const name = await stored(await plainPicture());
  const office = await app.logIn('THO');
  await withSettings({ minAccessLevel: 'admin' }, async () => {
    assert.equal((await read('full', name)).status, 200);
    assert.equal((await app.nobody.call(imagesApi.qrCode, { query: { string: 'x' } })).status, 200);
    assert.equal((await office.call(imagesApi.archivedThumbnail, { params: { filename: name } })).status, 403);
  });
});

test('an animation keeps its frames in both sizes', async () => {
  const upload = await animatedPicture(['red', 'lime', 'blue']);
  const name = await stored(upload);
  assert.match(name, /\.gif$/);
  assert.deepEqual((await read('full', name)).bytes, upload);
  const thumbnail = await read('thumb', name);
  assert.equal(thumbnail.headers.get('content-type'), 'image/gif');
  assert.equal((await sharp(thumbnail.bytes, { animated: true }).metadata()).pages, 3);
});

test('of a list of uploads, those without a picture are left out and the order is kept', async () => {
  const name = `${randomUUID().toUpperCase()}.PNG`;
  const image = await plainPicture({ format: 'jpeg' });
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

test('one bad upload of a list is named by its place, and the files of the others are not kept', async () => {
  const before = await storedNames();
  const good = { image: await plainPicture() };
  const bad = { image: Buffer.from('no picture') };
  const refusal = await processUploads(app.context, [good, bad], { key: 'images' }).catch((error: unknown) => error);
  assert.ok(refusal instanceof AppError);
  assert.deepEqual(Object.keys(refusal.details.fieldErrors ?? {}), ['images.1.image']);
  const misnamed = { filename: 'holiday.jpg' };
  const other = await processUploads(app.context, [good, misnamed], { key: 'images' }).catch((error: unknown) => error);
  assert.ok(other instanceof AppError);
  assert.deepEqual(Object.keys(other.details.fieldErrors ?? {}), ['images.1.filename']);
  assert.deepEqual(await storedNames(), before);
});

test('when the row is not written its new picture goes, one that was there stays', async () => {
  const before = await stored(await plainPicture());
  const options = { avatar: false, key: 'image' };
  const fresh = await processUpload(app.context, { image: await plainPicture() }, options);
  const old = await processUpload(app.context, { filename: before }, options);
  const failing = writeOrDiscard(app.context, [fresh, old, undefined], () => {
    throw new Error('the row was rejected');
  });
  await assert.rejects(failing, /the row was rejected/);
  assert.equal((await read('full', fresh?.name ?? '')).status, 404);
  assert.equal((await read('full', before)).status, 200);
});
