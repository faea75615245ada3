import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { imagesApi } from '#core/images/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { listProfileActions, setProfileState } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';
import { createPicture, readColourAt, readRealPicture, toUpload } from '../support/pictures.ts';

const app = await startTestApp();
const { pictures } = app.context;
const moderator = await app.atLevel('moderator');

const upload = async (user: User, image: Buffer, filename?: string) =>
  user.get(profilesApi.setAvatar, { body: { ...toUpload(image), filename } });
const getAvatar = async (userID: string) =>
  (await moderator.get(profilesApi.readProfile, { params: { userID } })).header.userImage;
const fetchPicture = (size: 'full' | 'thumb', filename = '') =>
  app.anonymous.call(size === 'full' ? imagesApi.fullPicture : imagesApi.thumbnail, { params: { filename } });
const readArchivedThumbnail = (filename = '') => moderator.call(imagesApi.archivedThumbnail, { params: { filename } });
const listEditsOf = async (userID: string) =>
  (await moderator.get(moderationApi.profile, { params: { userID } })).edits;

async function listStoredNames(): Promise<string[]> {
  const names: string[] = [];
  for (const store of [pictures.full, pictures.thumb]) for await (const name of store.names()) names.push(name);
  return names.sort();
}

test('an avatar is cropped to the centred square and stored as JPEG in two sizes', async () => {
  const user = await app.newcomer('square');
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
    .composite([{ input: await createPicture({ width: 300, height: 300, colour: 'lime' }), left: 300, top: 0 }])
    .png()
    .toBuffer();
  const header = await upload(user, wide);
  assert.equal(header.userID, user.userID);
  assert.match(header.userImage ?? '', /^[0-9a-f-]{36}\.jpg$/);
  const full = (await fetchPicture('full', header.userImage)).bytes;
  const { width, height, format } = await sharp(full).metadata();
  assert.deepEqual([width, height, format], [300, 300, 'jpeg']);
  for (const x of [0.05, 0.95]) {
    const [red, green] = await readColourAt(full, x, 0.5);
    assert.ok(green > 200 && red < 60, 'only the middle is left');
  }
  const thumbnail = await sharp((await fetchPicture('thumb', header.userImage)).bytes).metadata();
  assert.deepEqual([thumbnail.width, thumbnail.height], [200, 200]);
  assert.equal(await getAvatar(user.userID), header.userImage);
});

test('a photo is rotated upright, and served without camera data or location', async () => {
  const user = await app.newcomer('sideways');
  const half = await createPicture({ width: 200, height: 100, colour: 'red' });
  const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'blue' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Secretcam', Orientation: '3' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 0/1 0/1' },
    })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer();
  assert.equal((await sharp(photo).metadata()).orientation, 3);
  const { userImage } = await upload(user, photo);
  for (const size of ['full', 'thumb'] as const) {
    const { bytes } = await fetchPicture(size, userImage);
    const { exif, xmp, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, orientation], [undefined, undefined, undefined]);
    assert.ok(!bytes.includes('Secretcam') && !bytes.includes('Exif'));
    const [redAtTop] = await readColourAt(bytes, 0.5, 0.1);
    const [redAtBottom] = await readColourAt(bytes, 0.5, 0.9);
    assert.ok(redAtTop < 60 && redAtBottom > 200, 'what was stored on top is below');
  }
});

const phonePhoto = readRealPicture('photo.jpg');

test('a real phone photo is served upright and without metadata', {
  skip: !phonePhoto && 'it is not here',
}, async () => {
  assert.ok(phonePhoto);
  const user = await app.newcomer('photographer');
  const { userImage } = await upload(user, phonePhoto);
  const { bytes } = await fetchPicture('full', userImage);
  const { width, height, exif, orientation } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, exif, orientation], [2048, 2048, undefined, undefined]);
  assert.ok(!bytes.includes('Exif'));
  const tiny = (picture: Buffer) => sharp(picture).resize(8, 8).removeAlpha().raw().toBuffer();
  const difference = async (turn: number) => {
    const turned = await sharp(phonePhoto).rotate(turn).resize(2048, 2048, { fit: 'cover' }).png().toBuffer();
    const [expected, actual] = await Promise.all([tiny(turned), tiny(bytes)]);
    return Math.max(...actual.map((value, index) => Math.abs(value - (expected[index] ?? 0))));
  };
  assert.ok((await difference(180)) < 12);
  assert.ok((await difference(0)) > 40);
});

test('a name is ignored next to a new picture; a name alone is stored as it is', async () => {
  const user = await app.newcomer('namer');
  const name = `${randomUUID()}.png`;
  const header = await upload(user, await createPicture(), name);
  assert.notEqual(header.userImage, name);
  for (const [filename, expected] of [
    [name, name],
    [name.toUpperCase(), name],
    ['ship.bmp', 'ship.bmp'],
  ] as const) {
    const response = await user.get(profilesApi.setAvatar, { body: { filename } });
    assert.equal(response.userImage, expected);
  }
  const tooLong = await user.call(profilesApi.setAvatar, { body: { filename: 'x'.repeat(300) } });
  assert.deepEqual(Object.keys(tooLong.fieldErrors ?? {}), ['filename']);
});

test('a replaced avatar is archived immediately; moderators see its thumbnail, and its name in the history', async () => {
  const user = await app.newcomer('replacer');
  const first = (await upload(user, await createPicture({ colour: 'red' }))).userImage;
  assert.deepEqual(await listEditsOf(user.userID), []);
  const thumbnail = (await fetchPicture('thumb', first)).bytes;
  const second = (await upload(user, await createPicture({ colour: 'blue' }))).userImage;
  for (const size of ['full', 'thumb'] as const) {
    assert.equal((await fetchPicture(size, first)).status, 404);
    assert.equal((await fetchPicture(size, second)).status, 200);
  }
  assert.deepEqual((await readArchivedThumbnail(first)).bytes, thumbnail);
  const [edit, ...others] = await listEditsOf(user.userID);
  assert.deepEqual(others, []);
  assert.deepEqual([edit?.author.userID, edit?.profileImage, edit?.profileData], [user.userID, first, undefined]);
});

test('route variants and an upload without a picture remove the avatar; without one nothing changes', async () => {
  const user = await app.newcomer('remover');
  const removals = [
    () => user.call(profilesApi.removeAvatar),
    () => user.send('DELETE', '/api/v3/user/image'),
    () => user.send('DELETE', `/api/v3/user/${user.userID}/image`),
  ];
  for (const remove of removals) {
    const { userImage } = await upload(user, await createPicture());
    assert.equal((await remove()).status, 204);
    assert.equal(await getAvatar(user.userID), undefined);
    assert.equal((await fetchPicture('full', userImage)).status, 404);
    assert.equal((await readArchivedThumbnail(userImage)).status, 200);
    assert.equal((await remove()).status, 204);
  }
  const { userImage } = await upload(user, await createPicture());
  const header = await user.get(profilesApi.setAvatar, { body: { image: '' } });
  assert.equal(header.userImage, undefined);
  assert.equal((await fetchPicture('full', userImage)).status, 404);
  assert.equal((await listEditsOf(user.userID)).length, removals.length + 1);
  assert.deepEqual(await listProfileActions(moderator, user.userID), []);
});

test("a user cannot archive another's picture by choosing and removing it as an avatar", async () => {
  const [owner, borrower] = [await app.newcomer('owner'), await app.newcomer('borrower')];
  const { userImage } = await upload(owner, await createPicture());
  await borrower.get(profilesApi.setAvatar, { body: { filename: userImage } });
  assert.equal((await borrower.call(profilesApi.removeAvatar)).status, 204);
  assert.equal((await fetchPicture('full', userImage)).status, 200);
  assert.equal((await fetchPicture('thumb', userImage)).status, 200);
  const own = (await upload(borrower, await createPicture())).userImage;
  await borrower.call(profilesApi.removeAvatar);
  assert.equal((await fetchPicture('full', own)).status, 404);
});

test('setting the current avatar again changes nothing', async () => {
  const user = await app.newcomer('faithful');
  const { userImage } = await upload(user, await createPicture());
  await user.get(profilesApi.setAvatar, { body: { filename: userImage } });
  assert.equal((await fetchPicture('full', userImage)).status, 200);
  assert.deepEqual(await listEditsOf(user.userID), []);
});

test('a moderator removes the avatar of another user, which is recorded when there was one', async () => {
  const user = await app.newcomer('offender');
  const params = { userID: user.userID };
  await upload(user, await createPicture());
  assert.equal((await moderator.call(profilesApi.removeAvatarOf, { params })).status, 204);
  assert.equal((await moderator.call(profilesApi.removeAvatarOf, { params })).status, 204);
  assert.equal(await getAvatar(user.userID), undefined);
  assert.deepEqual(await listProfileActions(moderator, user.userID), [`delete by ${moderator.username}`]);
});

test('only moderators can remove others’ avatars: 403; an unknown id is 404, a malformed one 400', async () => {
  const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
  const remove = (userID: string) => james.call(profilesApi.removeAvatarOf, { params: { userID } });
  assert.equal((await remove(heidi.userID)).status, 403);
  assert.equal((await remove(randomUUID())).status, 404);
  assert.equal((await remove('nonsense')).status, 400);
});

test('users who can’t change their profile can’t change their avatar, and nothing is stored', async () => {
  const image = toUpload(await createPicture());
  const before = await listStoredNames();
  for (const level of ['unverified', 'quarantined'] as const) {
    const user = await app.atLevel(level);
    assert.equal((await user.call(profilesApi.setAvatar, { body: image })).status, 403);
    assert.equal((await user.call(profilesApi.removeAvatar)).status, 403);
  }
  const locked = await app.newcomer('locked-out');
  await setProfileState(moderator, locked.userID, 'locked');
  assert.equal((await locked.call(profilesApi.setAvatar, { body: image })).status, 403);
  assert.deepEqual(await listStoredNames(), before);
});

test('the avatar of a profile under review is not shown by the id of its owner', async () => {
  const user = await app.newcomer('reviewed-face');
  await upload(user, await createPicture());
  const type = async () =>
    (await app.anonymous.call(imagesApi.avatarThumbnail, { params: { userID: user.userID } })).headers.get(
      'content-type',
    );
  assert.equal(await type(), 'image/jpeg');
  await setProfileState(moderator, user.userID, 'quarantined');
  assert.equal(await type(), 'image/png');
});

test('an upload that isn’t a picture, or is too large, is rejected under its field', async () => {
  const user = await app.newcomer('rejected');
  const before = await listStoredNames();
  const jpeg = await createPicture({ format: 'jpeg', width: 2000, height: 2000 });
  const uploads = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    jpeg.subarray(0, 200),
    Buffer.alloc(20 * 1024 * 1024),
    await createPicture({ width: 1100, height: 100 }),
    await createPicture({ width: 20_001, height: 2100 }),
  ];
  for (const bytes of uploads) {
    const response = await user.call(profilesApi.setAvatar, { body: toUpload(bytes) });
    assert.equal(response.status, 400);
    assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['image']);
  }
  for (const image of ['no base64!', 'data:image/png;base64,AAAA', 'AAA']) {
    const response = await user.call(profilesApi.setAvatar, { body: { image } });
    assert.equal(response.status, 400);
    assert.equal(response.fieldErrors, undefined);
  }
  assert.equal((await user.call(profilesApi.setAvatar)).status, 422);
  assert.deepEqual(await listStoredNames(), before);
});

test('a full disk is 503, keeps the old avatar, and leaves no partial picture', async (t) => {
  const user = await app.newcomer('unlucky');
  const { userImage } = await upload(user, await createPicture());
  const before = await listStoredNames();
  for (const store of [pictures.full, pictures.thumb]) {
    const save = t.mock.method(store, 'save', () =>
      Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    );
    const response = await user.call(profilesApi.setAvatar, { body: toUpload(await createPicture()) });
    save.mock.restore();
    assert.equal(response.status, 503);
    assert.match(response.reason, /disk .* is full/);
    assert.deepEqual(await listStoredNames(), before);
  }
  assert.equal(await getAvatar(user.userID), userImage);
});

test('a picture is deleted if its owner has lost the right to it while it was processed', async (t) => {
  const user = await app.newcomer('too-late');
  const before = await listStoredNames();
  const { save } = pictures.full;
  t.mock.method(pictures.full, 'save', async (name: string, bytes: Uint8Array) => {
    await save(name, bytes);
    await setProfileState(moderator, user.userID, 'locked');
  });
  const response = await user.call(profilesApi.setAvatar, { body: toUpload(await createPicture()) });
  assert.equal(response.status, 403);
  assert.deepEqual(await listStoredNames(), before);
});

test('many concurrent avatars are all stored', async () => {
  const users = await Promise.all(
    ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => app.newcomer(`crowd-${name}`)),
  );
  const image = await createPicture({ width: 1200, height: 1200, format: 'jpeg' });
  const headers = await Promise.all(users.map((user) => upload(user, image)));
  assert.equal(new Set(headers.map(({ userImage }) => userImage)).size, users.length);
});
