import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { setLevel } from '#core/users/index.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import type { User } from '../../support/app.ts';
import { buildCalendarOf, buildSampleSchedule, forcedOptions } from '../schedule/support.ts';
import {
  block,
  changeServerSettings,
  getIDs,
  listPhotos,
  type Photo,
  type Query,
  startShipWithPhotos,
  upload,
} from './support.ts';

const ship = await startShipWithPhotos();
const { eventParams, context, james, heidi, sam, moderator } = ship;
changeServerSettings(ship, { photostreamUploadRateLimit: 0 });

const knotsID = eventParams('08').params.event_id;
const photoFields = [{ locationName: 'Main Stage' }, { eventID: knotsID }, { locationName: 'On Boat' }];
const photos: Photo[] = [];
for (let index = 0; index < 33; index += 1) {
  photos.push(await upload(ship, index % 2 === 0 ? james : heidi, photoFields[index % 3]));
}
const newestFirst = photos.map(({ postID }) => postID).reverse();
const filterByNumber = (isMeant: (index: number) => boolean) =>
  newestFirst.filter((_, index) => isMeant(newestFirst.length - 1 - index));

describe('passengers', () => {
  test('get the newest 30, with any start, and a total of 30 (schedule rule 92)', async () => {
    const queries: Query[] = [{}, { start: 5, limit: 2 }, { limit: 200 }];
    for (const query of queries) {
      const { photos: shown, paginator } = await listPhotos(sam, query);
      assert.deepEqual(
        shown.map(({ postID }) => postID),
        newestFirst.slice(0, 30),
      );
      assert.deepEqual(paginator, { total: 30, start: 0, limit: 30 });
    }
  });

  test('can filter by event, place or user (schedule rule 93)', async () => {
    assert.deepEqual(
      await getIDs(sam, { eventID: knotsID }),
      filterByNumber((index) => index % 3 === 1),
    );
    assert.deepEqual(
      await getIDs(sam, { eventID: knotsID.toUpperCase() }),
      filterByNumber((index) => index % 3 === 1),
    );
    assert.deepEqual(
      await getIDs(sam, { locationName: 'On Boat' }),
      filterByNumber((index) => index % 3 === 2),
    );
    assert.deepEqual(
      await getIDs(sam, { byUser: heidi.userID }),
      filterByNumber((index) => index % 2 === 1),
    );
    assert.equal((await listPhotos(sam, { locationName: 'On Boat' })).paginator.total, 30);
    const empty: Query[] = [
      { locationName: 'Engine Room' },
      { byUser: sam.userID },
      { eventID: eventParams('09').params.event_id },
    ];
    for (const query of empty) {
      assert.deepEqual(await getIDs(sam, query), []);
    }
  });

  test('can use only one of these filters at a time', async () => {
    const wrong: Query[] = [
      { eventID: knotsID, byUser: sam.userID },
      { locationName: 'On Boat', eventID: knotsID },
      { byUser: 'james' },
    ];
    for (const query of wrong) {
      assert.equal((await sam.call(photostreamApi.list, { query })).status, 400, JSON.stringify(query));
    }
  });

  test('see which events they follow; photography staff see more', async () => {
    const eventFor = async (user: User) => (await listPhotos(user, { eventID: knotsID })).photos[0]?.event;
    const follower = await ship.newcomer('follower');
    await follower.get(scheduleApi.addFavorite, eventParams('08'));
    assert.equal((await eventFor(follower))?.isFavorite, true);
    assert.equal((await eventFor(sam))?.isFavorite, false);
    assert.deepEqual(await eventFor(sam), await sam.get(scheduleApi.event, eventParams('08')));
    assert.deepEqual(
      await eventFor(ship.photographer),
      await ship.photographer.get(scheduleApi.event, eventParams('08')),
    );
    await follower.get(scheduleApi.removeFavorite, eventParams('08'));
    assert.equal((await eventFor(follower))?.isFavorite, false);
  });

  test('get 304 for an unchanged list', async () => {
    const { headers } = await sam.call(photostreamApi.list);
    const again = await sam.call(photostreamApi.list, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  });
});

describe('moderators', () => {
  test('can page through all photos', async () => {
    const { photos: shown, paginator } = await listPhotos(moderator, { start: 3, limit: 4 });
    assert.deepEqual(
      shown.map(({ postID }) => postID),
      newestFirst.slice(3, 7),
    );
    assert.deepEqual(paginator, { total: 33, start: 3, limit: 4 });
    assert.deepEqual((await listPhotos(moderator)).paginator, { total: 33, start: 0, limit: 30 });
    assert.equal((await listPhotos(moderator, { limit: 999 })).paginator.limit, 200);
    assert.equal((await listPhotos(moderator, { eventID: knotsID })).paginator.total, 11);
    assert.deepEqual((await listPhotos(moderator, { locationName: 'Engine Room' })).paginator.total, 0);
  });
});

describe('hidden photos (schedule rule 91)', () => {
  test('blocks hide photos in both directions, except for moderators', async () => {
    const [blocker, blocked] = [await ship.newcomer('blocker'), await ship.newcomer('blocked')];
    const [first, second] = [await upload(ship, blocker), await upload(ship, blocked)];
    await block(blocker, blocked);
    assert.ok(!(await getIDs(blocker)).includes(second.postID));
    assert.ok(!(await getIDs(blocked)).includes(first.postID));
    assert.deepEqual(await getIDs(blocker, { byUser: blocked.userID }), []);
    assert.deepEqual((await getIDs(moderator)).slice(0, 2), [second.postID, first.postID]);
    assert.deepEqual((await getIDs(sam)).slice(0, 2), [second.postID, first.postID]);
  });

  test('those of a banned user are visible only to moderators until the ban is lifted', async () => {
    const rogue = await ship.newcomer('rogue');
    const photo = await upload(ship, rogue);
    const ban = (level: 'banned' | 'verified') =>
      transact(context, (context) => setLevel(context, rogue.userID, level));
    ban('banned');
    assert.ok(!(await getIDs(sam)).includes(photo.postID));
    assert.deepEqual(await getIDs(sam, { byUser: rogue.userID }), []);
    assert.ok((await getIDs(moderator)).includes(photo.postID));
    ban('verified');
    assert.ok((await getIDs(sam)).includes(photo.postID));
  });

  test('mutes hide no photos', async () => {
    const reader = await ship.newcomer('reader');
    await reader.send('POST', `/api/v3/users/${heidi.userID}/mute`);
    assert.deepEqual(
      await getIDs(reader, { byUser: heidi.userID }),
      filterByNumber((index) => index % 2 === 1),
    );
  });
});

test('a deleted event’s photo has location On Boat until the event is restored (schedule rule 100)', async () => {
  const board = await getIDs(sam, { locationName: 'On Boat' });
  transact(context, (context) =>
    importSchedule(context, buildCalendarOf({ other: { start: '20250303T150000Z' } }), forcedOptions),
  );
  const [photo] = (await listPhotos(sam, { byUser: james.userID })).photos.filter(
    ({ postID }) => postID === photos[4]?.postID,
  );
  assert.deepEqual([photo?.event, photo?.location], [undefined, 'On Boat']);
  assert.deepEqual(await getIDs(sam, { eventID: knotsID }), []);
  assert.equal((await listPhotos(moderator, { eventID: knotsID })).paginator.total, 0);
  const all = await getIDs(moderator, { locationName: 'On Boat', limit: 200 });
  assert.equal(all.length, board.length + 11);
  assert.deepEqual(
    all,
    all.toSorted((one, other) => other - one),
  );
  transact(context, (context) => importSchedule(context, buildSampleSchedule(), forcedOptions));
  assert.deepEqual(await getIDs(sam, { locationName: 'On Boat' }), board);
  assert.equal((await listPhotos(moderator, { eventID: knotsID })).paginator.total, 11);
});
