import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { transact } from '#area/context.ts';
import { usersApi } from '#core/users/api/index.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { events } from '#features/schedule/tables.ts';
import { adminApi } from '#staff/admin/api.ts';
import { createSubAccount, unknownID } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { giveRole } from '../../support/roles.ts';
import { startSampleShip } from '../schedule/support.ts';
import {
  addOfficial,
  buildForm,
  createPassengerWithCode,
  getNames,
  linkToEvent,
  setPreregistration,
} from './support.ts';

const ship = await startSampleShip();
const { anonymous, eventParams, james } = ship;
const moderator = await ship.atLevel('moderator');
const desk = await ship.atLevel('devteam');
const kim = await createPassengerWithCode(ship, 'kim', 'abcabc');
// Shadow events and workshops of the sample.
const eventNumbers = ['07', '15', '16', '21', '29', '32'];

beforeEach(() => setPreregistration(ship, true));

const linkEvent = (user: User, number: string, more = {}) =>
  user.call(performersApi.holdEvent, { ...eventParams(number), body: buildForm('Kim', more) });
const listShadowNames = async (client = anonymous) => getNames(await client.get(performersApi.shadowPerformers));
const getPerformers = async (number: string) =>
  getNames({ performers: (await anonymous.get(scheduleApi.event, eventParams(number))).performers });
const isStored = async (name = '') => (await anonymous.send('GET', `/api/v3/image/full/${name}`)).status === 200;
const getEvents = async (user: User) => (await user.get(performersApi.ownPerformer)).events.map(({ title }) => title);

/** Deletes these users' own profiles. */
async function deleteOwn(...users: readonly User[]): Promise<void> {
  for (const user of users) await user.call(performersApi.deleteOwnPerformer);
}

describe('who can host an event (rule 68)', () => {
  test('not users who can’t create content: 403', async () => {
    for (const level of ['quarantined', 'unverified'] as const)
      assert.equal((await linkEvent(await ship.atLevel(level), '07')).status, 403);
  });

  test('not without a registration code on this account: 400', async () => {
    const child = await createSubAccount(ship, kim, 'kims-child');
    for (const user of [james, child])
      assert.match((await linkEvent(user, '07')).reason, /primary account with a registration code/);
  });

  test('with a test code only with the right role', async () => {
    const admin = await ship.logIn('admin');
    const { regCode } = await admin.get(adminApi.allocateReservedCode, { params: { username: 'tester' } });
    const tester = await createPassengerWithCode(ship, 'tester', regCode);
    assert.match((await linkEvent(tester, '07')).reason, /is for testing/);
    await giveRole(ship, tester, 'performerselfeditor');
    assert.equal((await linkEvent(tester, '07')).status, 200);
    await deleteOwn(tester);
  });

  test('everyone before the sailing, later only with the right role: 403', async () => {
    await setPreregistration(ship, false);
    assert.equal((await linkEvent(kim, '07')).status, 403);
    const editor = await giveRole(ship, await createPassengerWithCode(ship, 'editor', 'bcdbcd'), 'performerselfeditor');
    assert.equal((await linkEvent(editor, '07')).status, 200);
    await deleteOwn(editor);
  });

  test('only shadow events and workshops that exist and have no official performer', async () => {
    assert.equal(
      (await kim.call(performersApi.holdEvent, { params: { event_id: unknownID }, body: buildForm('Kim') })).status,
      404,
    );
    assert.match((await linkEvent(kim, '09')).reason, /shadow events and workshops/);
    linkToEvent(ship, await addOfficial(desk, 'Una Teacher'), eventParams('30').params.event_id);
    assert.match((await linkEvent(kim, '30')).reason, /official performer/);
    assert.equal((await linkEvent(kim, '08')).status, 200);
    await deleteOwn(kim);
  });

  test('up to five events; an existing one can be edited (rule 69)', async () => {
    for (const number of eventNumbers.slice(0, 5)) assert.equal((await linkEvent(kim, number)).status, 200);
    assert.match((await linkEvent(kim, eventNumbers[5] ?? '')).reason, /already host 5 events/);
    assert.equal((await linkEvent(kim, eventNumbers[0] ?? '', { title: 'Teacher' })).status, 200);
    assert.equal((await getEvents(kim)).length, 5);
    await deleteOwn(kim);
  });
});

test('an event that was cancelled makes space for another (rule 69)', async () => {
  for (const number of eventNumbers.slice(0, 5)) assert.equal((await linkEvent(kim, number)).status, 200);
  const { event_id: eventID } = eventParams(eventNumbers[0] ?? '').params;
  const setDeletedAt = (deletedAt: Date | null) =>
    transact(ship.context, ({ db }) =>
      db.queries.update(events).set({ deletedAt }).where(eq(events.id, eventID)).run(),
    );
  setDeletedAt(new Date());
  ship.context.caches.invalidateAll();
  assert.equal((await linkEvent(kim, eventNumbers[5] ?? '')).status, 200);
  setDeletedAt(null);
  ship.context.caches.invalidateAll();
  await deleteOwn(kim);
});

describe('the own profile', () => {
  test('is created with the first event, fully replaced by each form, and never official (rule 70)', async () => {
    await linkEvent(kim, '07', { bio: 'Tall', isOfficialPerformer: true, name: '  Kim W. ', alternativeNames: ['K'] });
    const first = await kim.get(performersApi.ownPerformer);
    assert.deepEqual([first.header.name, first.bio, first.header.isOfficialPerformer], ['Kim W.', 'Tall', false]);
    assert.deepEqual(await getPerformers('07'), ['Kim W.']);
    await linkEvent(kim, '15', { pronouns: 'she' });
    const second = await kim.get(performersApi.ownPerformer);
    assert.deepEqual([second.header.id, second.bio, second.pronouns], [first.header.id, undefined, 'she']);
    assert.equal(second.alternativeNames, undefined);
    assert.deepEqual(await getEvents(kim), ['Sunrise Stretching', 'Midnight Movie Marathon']);
    assert.deepEqual(await listShadowNames(), ['Kim']);
    await deleteOwn(kim);
  });

  test('names its owner only to the owner and moderators (rule 66)', async () => {
    await linkEvent(kim, '07');
    const { id = '' } = (await kim.get(performersApi.ownPerformer)).header;
    const ownerFor = async (client = anonymous) =>
      (await client.get(performersApi.performer, { params: { performer_id: id } })).user?.username;
    assert.deepEqual([await ownerFor(), await ownerFor(james)], [undefined, undefined]);
    assert.deepEqual([await ownerFor(kim), await ownerFor(moderator)], ['kim', 'kim']);
    await deleteOwn(kim);
  });

  test('has a square picture, removed if a form omits it; a stored one can be kept by name', async () => {
    await linkEvent(kim, '07', { photo: toUpload(await createPicture({ width: 300, height: 200 })) });
    const { photo = '' } = (await kim.get(performersApi.ownPerformer)).header;
    const { width, height } = await sharp(
      (await anonymous.send('GET', `/api/v3/image/full/${photo}`)).bytes,
    ).metadata();
    assert.deepEqual([width, height], [200, 200]);
    await linkEvent(kim, '07', { photo: { filename: photo } });
    assert.equal((await kim.get(performersApi.ownPerformer)).header.photo, photo);
    await linkEvent(kim, '07');
    assert.equal((await kim.get(performersApi.ownPerformer)).header.photo, undefined);
    assert.equal(await isStored(photo), false);
    const bad = await linkEvent(kim, '07', { photo: { image: Buffer.from('no picture').toString('base64') } });
    assert.ok(bad.fieldErrors?.['photo.image']);
    assert.ok((await linkEvent(kim, '07', { photo: { filename: 'x.jpg' } })).fieldErrors?.['photo.filename']);
    await deleteOwn(kim);
  });

  test('can show another profile’s picture by name, without taking it away', async () => {
    await linkEvent(kim, '07', { photo: toUpload(await createPicture()) });
    const { photo } = (await kim.get(performersApi.ownPerformer)).header;
    const other = await createPassengerWithCode(ship, 'borrower', 'cdecde');
    await linkEvent(other, '07', { photo: { filename: photo } });
    await linkEvent(other, '07', { photo: { filename: photo } });
    await linkEvent(other, '07');
    assert.ok(await isStored(photo));
    await deleteOwn(kim, other);
    assert.equal(await isStored(photo), false);
  });

  test('is deleted with its links by its owner, and created again by the next form (rules 70, 71)', async () => {
    await linkEvent(kim, '07', { bio: 'Tall' });
    const { id = '' } = (await kim.get(performersApi.ownPerformer)).header;
    assert.equal((await kim.call(performersApi.deleteOwnPerformer)).status, 200);
    assert.equal((await kim.call(performersApi.deleteOwnPerformer)).status, 400);
    assert.equal((await anonymous.call(performersApi.performer, { params: { performer_id: id } })).status, 404);
    assert.deepEqual([await listShadowNames(), await getPerformers('07'), await getEvents(kim)], [[], [], []]);
    await linkEvent(kim, '15');
    const back = await kim.get(performersApi.ownPerformer);
    assert.deepEqual([back.header.id, back.bio, await getEvents(kim)], [id, undefined, ['Midnight Movie Marathon']]);
    await deleteOwn(kim);
  });

  test('can be deleted during the sailing only with the role or as a moderator (rules 71, 72)', async () => {
    await linkEvent(kim, '07');
    await setPreregistration(ship, false);
    assert.equal((await kim.call(performersApi.deleteOwnPerformer)).status, 403);
    assert.equal((await kim.call(performersApi.holdEventNoLonger, eventParams('07'))).status, 403);
    assert.equal((await moderator.call(performersApi.deleteOwnPerformer)).status, 400);
    await setPreregistration(ship, true);
    await deleteOwn(kim);
  });

  test('loses an event: 200, or 204 if it wasn’t linked (rule 72)', async () => {
    await linkEvent(kim, '07');
    await linkEvent(kim, '15');
    const takeBack = (params: { event_id: string }) => kim.call(performersApi.holdEventNoLonger, { params });
    assert.equal((await takeBack(eventParams('07').params)).status, 200);
    assert.equal((await takeBack(eventParams('07').params)).status, 204);
    assert.equal((await james.call(performersApi.holdEventNoLonger, eventParams('07'))).status, 204);
    assert.equal((await takeBack({ event_id: unknownID })).status, 404);
    assert.equal((await takeBack({ event_id: 'x' })).status, 400);
    assert.deepEqual([await getEvents(kim), await getPerformers('07')], [['Midnight Movie Marathon'], []]);
    await deleteOwn(kim);
  });

  test('of a banned user is hidden everywhere until the ban is lifted (decision 83)', async () => {
    await linkEvent(kim, '07');
    const { id = '' } = (await kim.get(performersApi.ownPerformer)).header;
    const params = { performer_id: id };
    const office = await ship.atLevel('tho');
    const setLevel = (level: 'banned' | 'verified') =>
      office.get(moderationApi.setAccessLevel, { params: { userID: kim.userID, level } });
    await setLevel('banned');
    for (const client of [anonymous, moderator]) {
      assert.deepEqual([await listShadowNames(client), await getPerformers('07')], [[], []]);
      assert.equal((await client.call(performersApi.performer, { params })).status, 404);
    }
    await setLevel('verified');
    assert.deepEqual([await listShadowNames(), await getPerformers('07')], [['Kim'], ['Kim']]);
    await deleteOwn(await ship.logIn('kim'));
  });

  test('is shown to users its owner has blocked, since it doesn’t name the owner (decision 83)', async () => {
    await linkEvent(await ship.logIn('kim'), '07');
    await (await ship.logIn('kim')).get(usersApi.block, { params: { userID: james.userID } });
    assert.deepEqual(await listShadowNames(james), ['Kim']);
    await deleteOwn(await ship.logIn('kim'));
  });
});
