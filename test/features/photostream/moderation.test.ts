import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { imagesApi } from '#core/images/api.ts';
import { setLevel } from '#core/users/index.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { prepareInstance } from '../../../src/app/instance.ts';
import { giveRegistrationCodes } from '../../support/accounts.ts';
import { moderationApi } from '../../support/moderation.ts';
import { readPicture } from '../../support/stored-pictures.ts';
import {
  block,
  changeServerSettings,
  deletePhoto,
  getIDs,
  listPhotos,
  type Photo,
  reportPhoto,
  startShipWithPhotos,
  upload,
} from './support.ts';

const ship = await startShipWithPhotos();
const { context, james, heidi, sam, moderator } = ship;
changeServerSettings(ship, { photostreamUploadRateLimit: 0 });

type PhotoID = Pick<Photo, 'postID'>;
const readAsModerator = ({ postID }: PhotoID) => moderator.call(moderationApi.photo, { params: { photo_id: postID } });
const setState = ({ postID }: PhotoID, state: string) =>
  moderator.call(moderationApi.setPhotoState, { params: { photo_id: postID, state } });
const isListed = async (user: typeof james, { postID }: PhotoID) => (await getIDs(user)).includes(postID);
const getStatus = async (size: 'full' | 'thumb', { image }: Photo) => (await readPicture(ship, size, image)).status;
const getArchivedThumbnail = ({ image }: Photo, user = moderator) =>
  user.call(imagesApi.archivedThumbnail, { params: { filename: image } });
const listActionsOn = async ({ postID }: PhotoID) =>
  (await moderator.get(moderationApi.actionLog)).actions
    .filter(({ contentID, contentType }) => contentType === 'streamPhoto' && contentID === String(postID))
    .map(({ actionType }) => actionType);

describe('reports (schedule rule 102, moderation rules R1 to R6)', () => {
  test('are filed once per family, and shown with the photo', async () => {
    const photo = await upload(ship, james);
    const statuses = [
      await reportPhoto(heidi, photo),
      await reportPhoto(james, photo, ''),
      await reportPhoto(heidi, photo),
    ];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [201, 201, 409],
    );
    const { body } = await readAsModerator(photo);
    assert.deepEqual(body.photo, photo);
    assert.deepEqual([body.isDeleted, body.moderationStatus], [false, 'normal']);
    assert.deepEqual(
      body.reports.map(({ type, reportedID, reportedUser, author }) => [
        type,
        reportedID,
        reportedUser.username,
        author.username,
      ]),
      [
        ['streamPhoto', String(photo.postID), 'james', 'james'],
        ['streamPhoto', String(photo.postID), 'james', 'heidi-ho'],
      ],
    );
  });

  test('hide a photo once there are three, unless it was reviewed; its picture stays stored', async () => {
    const [photo, reviewed] = [await upload(ship, james), await upload(ship, james)];
    await setState(reviewed, 'reviewed');
    await giveRegistrationCodes(ship, heidi, sam, moderator);
    for (const user of [heidi, sam, moderator]) {
      assert.equal(await isListed(heidi, photo), true);
      for (const one of [photo, reviewed]) assert.equal((await reportPhoto(user, one)).status, 201);
    }
    for (const user of [heidi, james, moderator]) assert.equal(await isListed(user, photo), false);
    assert.equal(await isListed(heidi, reviewed), true);
    assert.equal((await readAsModerator(photo)).body.moderationStatus, 'autoQuarantined');
    assert.equal(await getStatus('full', photo), 200);
    await setState(photo, 'normal');
    assert.equal(await isListed(heidi, photo), true);
  });

  test('can only be filed on visible photos', async () => {
    const [hidden, quarantined, deleted] = [
      await upload(ship, await ship.newcomer('hider')),
      await upload(ship, james),
      await upload(ship, james),
    ];
    const hider = await ship.logIn('hider');
    await block(hider, heidi);
    await setState(quarantined, 'quarantined');
    await deletePhoto(moderator, deleted);
    for (const photo of [hidden, quarantined, deleted, { postID: 999_999 }]) {
      assert.equal((await reportPhoto(heidi, photo)).status, 404);
    }
    transact(context, (context) => setLevel(context, hider.userID, 'banned'));
    assert.equal((await reportPhoto(sam, hidden)).status, 404);
    assert.equal((await reportPhoto(moderator, hidden)).status, 201);
  });
});

describe('states (moderation rules M1, M2 and M4)', () => {
  test('under review hide a photo from everyone, and keep its file', async () => {
    const photo = await upload(ship, james);
    assert.equal((await setState(photo, 'quarantined')).status, 200);
    for (const user of [james, heidi, moderator]) assert.equal(await isListed(user, photo), false);
    assert.deepEqual([await getStatus('full', photo), await getStatus('thumb', photo)], [200, 200]);
    assert.deepEqual((await readAsModerator(photo)).body.photo, photo);
    for (const state of ['locked', 'reviewed', 'normal']) {
      await setState(photo, state);
      assert.equal(await isListed(heidi, photo), true, state);
    }
    assert.deepEqual(await listActionsOn(photo), ['unlock', 'markReviewed', 'lock', 'quarantine']);
  });

  test('can be set on live photos only; an unknown photo gets 404', async () => {
    const photo = await upload(ship, james);
    await deletePhoto(moderator, photo);
    for (const one of [photo, { postID: 999_999 }]) assert.equal((await setState(one, 'locked')).status, 404);
    assert.equal((await readAsModerator({ postID: 999_999 })).status, 404);
  });
});

describe('a deleted photo (schedule rule 101, moderation rule M19)', () => {
  test('loses its picture immediately; moderators still get the thumbnail', async () => {
    const photo = await upload(ship, james);
    const thumbnail = (await readPicture(ship, 'thumb', photo.image)).bytes;
    assert.equal((await getArchivedThumbnail(photo)).status, 404);
    const { status, bytes } = await deletePhoto(moderator, photo);
    assert.deepEqual([status, bytes.length], [200, 0]);
    assert.deepEqual([await getStatus('full', photo), await getStatus('thumb', photo)], [404, 404]);
    assert.deepEqual((await getArchivedThumbnail(photo)).bytes, thumbnail);
    assert.equal((await getArchivedThumbnail(photo, james)).status, 403);
    assert.equal(await isListed(moderator, photo), false);
    assert.equal((await readAsModerator(photo)).body.isDeleted, true);
    assert.deepEqual(await listActionsOn(photo), ['delete']);
    assert.equal((await deletePhoto(moderator, photo)).status, 404);
  });

  test('can be deleted under review, by both route variants', async () => {
    const photo = await upload(ship, james);
    await setState(photo, 'quarantined');
    assert.equal((await moderator.send('DELETE', `/api/v3/mod/photostream/${photo.postID}`)).status, 200);
    assert.equal(await getStatus('full', photo), 404);
  });

  test('can only be deleted by moderators, but not by its author or in temporary quarantine', async () => {
    const photo = await upload(ship, james);
    assert.equal((await deletePhoto(james, photo)).status, 403);
    const other = await ship.newcomer('second-moderator');
    await (await ship.logIn('admin')).send('POST', `/api/v3/admin/moderator/promote/${other.userID}`);
    context.db.sqlite
      .prepare('UPDATE users SET quarantined_until = ? WHERE id = ?')
      .run(ship.clock.now().getTime() + 3_600_000, other.userID);
    context.caches.invalidateAll();
    assert.equal((await deletePhoto(await ship.logIn('second-moderator'), photo)).status, 403);
    assert.equal(await isListed(heidi, photo), true);
  });

  test('loses its picture at the next start if the deletion was interrupted', async () => {
    const photo = await upload(ship, james);
    context.db.sqlite
      .prepare('UPDATE stream_photos SET deleted_at = ? WHERE id = ?')
      .run(ship.clock.now().getTime(), photo.postID);
    context.caches.invalidateAll();
    assert.equal(await getStatus('full', photo), 200);
    await prepareInstance(context);
    assert.deepEqual([await getStatus('full', photo), await getStatus('thumb', photo)], [404, 404]);
    assert.equal((await getArchivedThumbnail(photo)).status, 200);
  });

  test('by a moderator isn’t logged if it was their own', async () => {
    const photo = await upload(ship, moderator);
    assert.equal((await deletePhoto(moderator, photo)).status, 200);
    assert.deepEqual(await listActionsOn(photo), []);
    assert.equal(
      (await listPhotos(sam)).photos.some(({ postID }) => postID === photo.postID),
      false,
    );
  });

  test('never has its number reused', async () => {
    const photo = await upload(ship, james);
    await deletePhoto(moderator, photo);
    assert.ok((await upload(ship, james)).postID > photo.postID);
    assert.equal((await james.call(photostreamApi.list)).status, 200);
  });
});
