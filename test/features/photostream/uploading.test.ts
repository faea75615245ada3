import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { photostreamApi } from '#features/photostream/api.ts';
import { createSubAccount } from '../../support/accounts.ts';
import { createPicture } from '../../support/pictures.ts';
import { readPicture } from '../../support/stored-pictures.ts';
import { changeServerSettings, listPhotos, startShipWithPhotos, tryToUpload, upload } from './support.ts';

const ship = await startShipWithPhotos();
const { eventParams, clock, context, james, heidi, moderator } = ship;
const findEventID = (number: string) => eventParams(number).params.event_id;
const listPlaces = () => james.get(photostreamApi.places);
const listCurrentNumbers = async () => (await listPlaces()).events.map(({ uid }) => uid.slice(7, 9));

/** This is ten in the morning of the second day. */
const secondMorning = '2025-03-03T15:00:00.000Z';

beforeEach(() => {
  clock.set(secondMorning);
  changeServerSettings(ship, { photostreamUploadRateLimit: 0 });
});

async function countFiles(): Promise<number> {
  let files = 0;
  for await (const _ of context.pictures.full.names()) files += 1;
  return files;
}

describe('a photo (schedule rules 97 and 99)', () => {
  test('is returned with author, picture and place, and is the newest of the stream', async () => {
    const photo = await upload(ship, james, { locationName: 'Pool Area', createdAt: '2025-03-03T09:30:00-05:00' });
    const { author, image, ...rest } = photo;
    assert.deepEqual(rest, { postID: photo.postID, createdAt: '2025-03-03T14:30:00.000Z', location: 'Pool Area' });
    assert.equal(author.userID, james.userID);
    for (const size of ['full', 'thumb'] as const) assert.equal((await readPicture(ship, size, image)).status, 200);
    assert.deepEqual((await listPhotos(heidi)).photos[0], photo);
  });

  test('of an event has the event and no place', async () => {
    const photo = await upload(ship, james, { eventID: findEventID('08') });
    assert.equal(photo.event?.title, 'Knots for Beginners');
    assert.equal(photo.location, undefined);
    assert.deepEqual((await listPhotos(heidi)).photos[0], photo);
  });

  test('must have exactly one of event and place', async () => {
    for (const fields of [{}, { eventID: findEventID('08'), locationName: 'Ashore' }, { eventID: null }]) {
      const { status, fieldErrors } = await tryToUpload(ship, james, fields);
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['general']]);
    }
    const { status, fieldErrors } = await tryToUpload(ship, james, { locationName: 'Engine Room' });
    assert.equal(status, 400);
    assert.match(fieldErrors?.locationName ?? '', /Main Stage, .*Ashore/);
  });

  test('must have a readable picture', async () => {
    const before = await countFiles();
    for (const image of ['', Buffer.from('no picture').toString('base64')]) {
      const { status, fieldErrors } = await tryToUpload(ship, james, { locationName: 'Ashore', image });
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['image']]);
    }
    assert.equal((await tryToUpload(ship, james, { locationName: 'Ashore', createdAt: 'yesterday' })).status, 400);
    assert.equal(await countFiles(), before);
  });

  test('can be uploaded by users who can create content (schedule rule 95)', async () => {
    for (const level of ['quarantined', 'unverified'] as const) {
      const user = await ship.atLevel(level);
      assert.equal((await tryToUpload(ship, user)).status, 403);
      assert.equal((await user.call(photostreamApi.list)).status, 200);
    }
    const muzzled = await ship.newcomer('muzzled');
    const quarantine = (hours: number) =>
      moderator.send('POST', `/api/v3/mod/user/${muzzled.userID}/tempquarantine/${hours}`);
    await quarantine(2);
    assert.equal((await tryToUpload(ship, muzzled)).status, 403);
    await quarantine(0);
    assert.equal((await tryToUpload(ship, muzzled)).status, 200);
  });
});

describe('the interval between photos (schedule rule 96)', () => {
  test('comes from the settings, and applies to the whole family by time of arrival', async () => {
    changeServerSettings(ship, { photostreamUploadRateLimit: 300 });
    const parent = await ship.newcomer('parent');
    const child = await createSubAccount(ship, parent, 'child');
    const first = await tryToUpload(ship, parent, { locationName: 'Ashore', createdAt: '2025-03-01T00:00:00Z' });
    assert.deepEqual([first.status, first.headers.get('retry-after')], [200, '300']);
    clock.advance({ seconds: 100 });
    for (const user of [parent, child]) {
      const { status, headers } = await tryToUpload(ship, user);
      assert.deepEqual([status, headers.get('retry-after')], [429, '200']);
    }
    assert.equal((await tryToUpload(ship, heidi)).status, 200);
    clock.advance({ seconds: 200 });
    assert.equal((await tryToUpload(ship, child)).status, 200);
    assert.equal((await tryToUpload(ship, parent)).status, 429);
  });

  test('can be switched off', async () => {
    const user = await ship.newcomer('quick');
    for (const _ of [1, 2]) {
      const { status, headers } = await tryToUpload(ship, user);
      assert.deepEqual([status, headers.get('retry-after')], [200, '0']);
    }
  });

  test('counts existing photos: deleted ones don’t count, those under review do', async () => {
    changeServerSettings(ship, { photostreamUploadRateLimit: 300 });
    const user = await ship.newcomer('unlucky');
    const photo = await upload(ship, user);
    await moderator.send('POST', `/api/v3/mod/photostream/${photo.postID}/setstate/quarantined`);
    assert.equal((await tryToUpload(ship, user)).status, 429);
    await moderator.send('DELETE', `/api/v3/mod/photostream/${photo.postID}`);
    assert.equal((await tryToUpload(ship, user)).status, 200);
  });

  test('is checked again before storing: of two concurrent photos one is stored, and no other files', async () => {
    changeServerSettings(ship, { photostreamUploadRateLimit: 300 });
    const user = await ship.newcomer('eager');
    const before = await countFiles();
    const responses = await Promise.all([tryToUpload(ship, user), tryToUpload(ship, user), tryToUpload(ship, user)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 429, 429]);
    assert.equal(await countFiles(), before + 1);
  });

  test('doesn’t last until a time that a wrong clock recorded', async () => {
    changeServerSettings(ship, { photostreamUploadRateLimit: 300 });
    const user = await ship.newcomer('timeless');
    clock.set('2026-03-03T15:00:00Z');
    await upload(ship, user);
    clock.set(secondMorning);
    assert.equal((await tryToUpload(ship, user)).status, 200);
  });

  test('a retry with the same key gets the same photo', async () => {
    changeServerSettings(ship, { photostreamUploadRateLimit: 300 });
    const user = await ship.newcomer('radio');
    const image = (await createPicture()).toString('base64');
    const send = () =>
      user.call(photostreamApi.upload, {
        headers: { 'idempotency-key': 'photo-1' },
        body: { image, createdAt: secondMorning, locationName: 'Ashore' },
      });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.deepEqual(second.body, first.body);
  });
});

describe('suggested events and places (schedule rules 94 and 98)', () => {
  test('are running events of up to two hours, and the seven places', async () => {
    assert.deepEqual((await listPlaces()).locations, [
      'Main Stage',
      'Second Stage',
      'Main Dining',
      'Specialty Dining',
      'Pool Area',
      'On Boat',
      'Ashore',
    ]);
    assert.deepEqual((await listCurrentNumbers()).sort(), ['08', '09']);
    clock.set('2025-03-03T14:59:59Z');
    assert.deepEqual(await listCurrentNumbers(), []);
    clock.set('2025-03-03T16:00:00Z');
    assert.deepEqual(await listCurrentNumbers(), ['09']);
    clock.set('2025-03-03T04:00:00Z');
    assert.deepEqual(await listCurrentNumbers(), [], 'the party lasts longer');
  });

  test('follow the clock on board', async () => {
    // The watercolours event is at eleven on board, an hour ahead of New York that day.
    clock.set('2025-03-04T15:30:00Z');
    assert.deepEqual(await listCurrentNumbers(), ['18']);
    clock.set('2025-03-04T16:30:00Z');
    assert.deepEqual(await listCurrentNumbers(), []);
  });

  test('repeat weekly outside the sailing, by weekday and clock; the second week has its own', async () => {
    clock.set('2025-08-11T14:30:00Z');
    assert.deepEqual((await listCurrentNumbers()).sort(), ['08', '09'], 'a Monday in summer time');
    clock.set('2024-11-18T15:30:00Z');
    assert.deepEqual((await listCurrentNumbers()).sort(), ['08', '09'], 'a Monday before the sailing');
    clock.set('2025-03-09T19:45:00Z');
    assert.deepEqual(await listCurrentNumbers(), [], 'the welcome of a week ago is over');
    clock.set('2025-03-16T19:45:00Z');
    assert.deepEqual(await listCurrentNumbers(), ['02'], 'the sailing is over');
  });

  test('can be any event until an hour after its end, however long, even before it starts', async () => {
    for (const number of ['08', '09', '10', '20']) await upload(ship, james, { eventID: findEventID(number) });
    // The service doesn't suggest the party, since it lasts longer than two hours.
    clock.set('2025-03-03T04:00:00Z');
    assert.equal((await upload(ship, james, { eventID: findEventID('06') })).event?.title, 'Sail-Away Party');
    clock.set('2025-03-03T06:59:59Z');
    await upload(ship, james, { eventID: findEventID('06') });
    clock.set('2025-03-03T07:00:00Z');
    assert.equal((await tryToUpload(ship, james, { eventID: findEventID('06') })).status, 400);
  });

  test('follows the clock on board', async () => {
    // The watercolours event ends at twelve on board, an hour ahead of New York that day.
    clock.set('2025-03-04T16:59:59Z');
    await upload(ship, james, { eventID: findEventID('18') });
    clock.set('2025-03-04T17:00:00Z');
    assert.equal((await tryToUpload(ship, james, { eventID: findEventID('18') })).status, 400);
  });

  test('are all accepted, even outside the sailing', async () => {
    for (const moment of ['2025-08-11T14:30:00Z', '2024-11-18T15:30:00Z', '2025-03-16T19:45:00Z']) {
      clock.set(moment);
      const { events } = await listPlaces();
      assert.ok(events.length > 0, moment);
      for (const { eventID: findEventID } of events) await upload(ship, james, { eventID: findEventID });
    }
  });

  test('otherwise get an error that says whether the event is unknown or over', async () => {
    const refuse = async (findEventID: string) => {
      const { status, fieldErrors } = await tryToUpload(ship, james, { eventID: findEventID });
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['eventID']]);
      return fieldErrors?.eventID ?? '';
    };
    assert.match(await refuse('00000000-0000-4000-8000-000000000000'), /^This event is not on the schedule\.$/);
    assert.match(await refuse(findEventID('07')), /^"Sunrise Stretching" ended more than an hour ago/);
  });

  test('apply at the photo’s time if it was taken within the last hour, otherwise now', async () => {
    clock.set('2025-03-03T17:10:00Z');
    const takenAt = (createdAt: string) => tryToUpload(ship, james, { eventID: findEventID('08'), createdAt });
    assert.equal((await takenAt('2025-03-03T16:59:59Z')).status, 200);
    assert.equal((await takenAt('2025-03-03T17:00:00Z')).status, 400);
    assert.equal((await takenAt('2025-03-03T16:09:59Z')).status, 400, 'more than an hour ago');
    clock.set('2025-03-03T15:30:00Z');
    assert.equal((await takenAt('2025-03-03T16:30:00Z')).status, 200, 'a clock that is ahead');
    assert.equal((await takenAt('2020-01-01T00:00:00Z')).status, 200, 'a clock that is far behind');
  });
});
