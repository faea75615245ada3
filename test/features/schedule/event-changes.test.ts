import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule, undoChange } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { openSocket } from '../../support/socket.ts';
import { buildForm, createPassengerWithCode, setPreregistration } from '../performers/support.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from './support.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const [devteam, admin] = [await app.atLevel('devteam'), await app.atLevel('admin')];

/** Wednesday at noon of the schedule, which is on Atlantic time that day; the current time is Monday. */
const noonEvent: FileEvent = { start: '20250305T120000', end: '20250305T130000', lines: ['LOCATION:Lido'] };
const laterEvent: FileEvent = { ...noonEvent, start: '20250305T150000', end: '20250305T160000' };
const noonInTheater: FileEvent = { ...noonEvent, lines: ['LOCATION:Theater'] };
const threeEvents = { a: noonEvent, b: noonEvent, c: noonEvent };

/** Imports these events with a command. */
const importEvents = (calendar: Readonly<Record<string, FileEvent>>) =>
  importSchedule(app.context, buildCalendarOf(calendar), forcedOptions);

/** Applies a file at the desk. */
async function applyCalendar(calendar: Readonly<Record<string, FileEvent>>): Promise<void> {
  await devteam.get(deskApi.uploadSchedule, { body: { schedule: buildCalendarOf(calendar) } });
  await devteam.get(deskApi.applySchedule, { query: { processDeletes: true } });
}

async function findEventParams(uid: string) {
  const { eventID } = await app.anonymous.get(scheduleApi.event, { params: { event_id: uid } });
  return { params: { event_id: eventID } };
}

async function followEvents(user: User, ...uids: readonly string[]): Promise<void> {
  for (const uid of uids) await user.get(scheduleApi.addFavorite, await findEventParams(uid));
}

/** Creates a user who follows these events of the schedule. */
async function startFollowing(name: string, ...uids: readonly string[]): Promise<User> {
  importEvents(threeEvents);
  const user = await app.newcomer(name);
  await followEvents(user, ...uids);
  return user;
}

const countOf = async (user: User) => (await user.get(notificationsApi.summary)).changedEventCount;
const listOf = (user: User) => user.get(scheduleApi.changes);
const getWords = async (user: User) =>
  (await listOf(user)).map(({ title, changes }) => `${title}: ${changes.join(' and ')}`);
const readNewestSeq = (user: User) => openSocket(app.url, '/api/v3/notification/socket?since=999999', user.token);

describe('changes of events in a plan', () => {
  test('show old and new time and place, newest first (schedule rule 120)', async () => {
    const ada = await startFollowing('ada', 'a', 'b');
    assert.deepEqual(await listOf(ada), []);
    await applyCalendar({ ...threeEvents, a: laterEvent });
    await applyCalendar({ a: laterEvent, b: { ...laterEvent, lines: ['LOCATION:Theater'] }, c: laterEvent });
    const [second, first, ...others] = await listOf(ada);
    assert.deepEqual(others, [], 'nothing of events that she does not follow');
    assert.deepEqual([second?.title, second?.changes], ['Event b', ['time', 'place']]);
    assert.deepEqual(first, {
      changeID: first?.changeID,
      noticeID: first?.noticeID,
      eventID: (await findEventParams('a')).params.event_id,
      title: 'Event a',
      changes: ['time'],
      changedAt: app.clock.now().toISOString(),
      previous: {
        startTime: '2025-03-05T16:00:00.000Z',
        endTime: '2025-03-05T17:00:00.000Z',
        location: 'Lido',
      },
      current: { startTime: '2025-03-05T19:00:00.000Z', endTime: '2025-03-05T20:00:00.000Z', location: 'Lido' },
      isNew: true,
      isOnSchedule: true,
    });
    assert.deepEqual(
      (await listOf(ada)).map(({ isNew }) => isNew),
      [false, false],
    );
  });

  test('are counted by event until they are looked at (schedule rule 121)', async () => {
    const bea = await startFollowing('bea', 'a', 'b', 'c');
    assert.equal(await countOf(bea), undefined, 'absent, for clients that know nothing of it');
    await applyCalendar({ ...threeEvents, a: noonInTheater, b: laterEvent });
    await applyCalendar({ ...threeEvents, a: laterEvent, b: laterEvent });
    assert.equal(await countOf(bea), 2);
    assert.equal((await listOf(bea)).length, 3);
    assert.equal(await countOf(bea), undefined);
    await applyCalendar({ ...threeEvents, c: noonInTheater });
    assert.equal(await countOf(bea), 3);
    await bea.get(scheduleApi.removeFavorite, await findEventParams('c'));
    assert.equal(await countOf(bea), 2, 'what left the plan is of no interest');
  });

  test('are time, place, cancelling and restoring, and nothing else (schedule rule 119)', async () => {
    const cid = await startFollowing('cid', 'a', 'b');
    await applyCalendar({
      ...threeEvents,
      a: { ...noonEvent, lines: ['LOCATION:Lido', 'DESCRIPTION:Bring a towel', 'CATEGORIES:PARTY'] },
    });
    assert.equal(await countOf(cid), undefined);
    await applyCalendar({ b: noonEvent, c: noonEvent });
    const [cancelled] = await listOf(cid);
    assert.deepEqual(
      [cancelled?.changes, cancelled?.current, cancelled?.isOnSchedule],
      [['cancelled'], undefined, false],
    );
    await applyCalendar({ ...threeEvents, a: noonInTheater });
    const [restored] = await listOf(cid);
    assert.deepEqual([restored?.changes, restored?.current?.location], [['restored', 'place'], 'Theater']);
    assert.equal(restored?.previous.location, 'Lido');
  });

  test('of a command and an undo count like those of an apply (schedule rule 119)', async () => {
    const dan = await startFollowing('dan', 'a');
    importEvents({ ...threeEvents, a: laterEvent });
    assert.equal(await countOf(dan), 1);
    assert.deepEqual(await getWords(dan), ['Event a: time']);
    const [entry] = await devteam.get(deskApi.scheduleLog);
    undoChange(app.context, entry?.entryID ?? 0);
    assert.equal(await countOf(dan), 1);
    const [undone] = await listOf(dan);
    assert.deepEqual([undone?.previous.startTime, undone?.current?.startTime].map(String), [
      '2025-03-05T19:00:00.000Z',
      '2025-03-05T16:00:00.000Z',
    ]);
  });

  test('concern those who had the event in their plan before (schedule rule 119)', async () => {
    const eve = await startFollowing('eve');
    await applyCalendar({ ...threeEvents, a: laterEvent });
    await followEvents(eve, 'a');
    assert.equal(await countOf(eve), undefined);
    assert.deepEqual(await listOf(eve), []);
    await applyCalendar(threeEvents);
    assert.equal((await listOf(eve)).length, 1);
    await eve.get(scheduleApi.removeFavorite, await findEventParams('a'));
    assert.deepEqual(await listOf(eve), []);
    await followEvents(eve, 'a');
    assert.deepEqual(await listOf(eve), [], 'following again begins again');
  });

  test('concern photographers and performers (schedule rule 119)', async () => {
    importEvents({ ...threeEvents, c: { ...noonEvent, lines: ['LOCATION:Lido', 'CATEGORIES:SHADOW CRUISE'] } });
    const photographer = await giveRole(app, await app.newcomer('fay'), 'shutternaut');
    await photographer.get(scheduleApi.addPhotographer, await findEventParams('b'));
    const host = await createPassengerWithCode(app, 'gus', 'abcabc');
    await setPreregistration(app, true);
    await host.get(performersApi.holdEvent, { ...(await findEventParams('c')), body: buildForm('Gus') });
    await setPreregistration(app, false);
    await applyCalendar({ ...threeEvents, b: noonInTheater, c: laterEvent });
    assert.deepEqual(await getWords(photographer), ['Event b: place']);
    assert.equal(await countOf(host), 1);
    assert.deepEqual(await getWords(host), ['Event c: time']);
    assert.equal(await countOf(host), undefined);
  });

  test('of events that are over interest no one during the sailing (schedule rule 119)', async () => {
    const past: FileEvent = { start: '20250302T120000', end: '20250302T130000' };
    importEvents({ past, ...threeEvents });
    const hal = await app.newcomer('hal');
    await followEvents(hal, 'past');
    await applyCalendar({ past: { ...past, end: '20250302T140000' }, ...threeEvents });
    await applyCalendar(threeEvents);
    assert.equal(await countOf(hal), undefined);
    await applyCalendar({ past: laterEvent, ...threeEvents });
    assert.equal(await countOf(hal), 1, 'it comes back, at a time that is still to come');
  });

  test('are gathered in one notification, live and replayed (schedule rule 122)', async () => {
    const ida = await startFollowing('ida', 'a', 'b');
    const jon = await startFollowing('jon', 'a');
    const kim = await startFollowing('kim');
    const sockets = await Promise.all(
      [ida, jon, kim].map((user) => openSocket(app.url, '/api/v3/notification/socket', user.token)),
    );
    const position = await readNewestSeq(ida);
    const { seq } = await position.next();
    await applyCalendar({ ...threeEvents, a: noonInTheater, b: noonInTheater, c: noonInTheater });
    const [ofIda, ofJon] = await Promise.all([sockets[0]?.next(), sockets[1]?.next()]);
    const { noticeID } = (await listOf(ida))[0] ?? {};
    assert.deepEqual(ofIda, {
      type: { eventsChanged: {} },
      info: '2 events in your plan changed',
      contentID: String(noticeID),
    });
    assert.equal(ofJon?.info, 'Event a moved to Theater');
    for (const socket of sockets) await socket.ping();
    assert.deepEqual(
      sockets.map(({ frames }) => frames.length),
      [1, 1, 0],
    );
    const replayed = await openSocket(app.url, `/api/v3/notification/socket?since=${seq}`, ida.token);
    assert.equal((await replayed.next()).info, '2 events in your plan changed');
    await ida.get(scheduleApi.removeFavorite, await findEventParams('b'));
    const afterwards = await openSocket(app.url, `/api/v3/notification/socket?since=${seq}`, ida.token);
    assert.equal((await afterwards.next()).info, 'Event a moved to Theater');
    const ofKim = await openSocket(app.url, `/api/v3/notification/socket?since=${seq}`, kim.token);
    await ofKim.ping();
    assert.deepEqual(ofKim.frames, []);
    for (const socket of [...sockets, position, replayed, afterwards, ofKim]) socket.close();
  });

  test('are not mentioned while the feature is off (schedule rule 121)', async () => {
    const lea = await startFollowing('lea', 'a');
    const socket = await openSocket(app.url, '/api/v3/notification/socket', lea.token);
    const pairs = [{ app: 'all', feature: 'eventchanges' }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pairs } });
    await applyCalendar({ ...threeEvents, a: laterEvent });
    assert.equal(await countOf(lea), undefined);
    assert.equal((await lea.call(scheduleApi.changes)).status, 451);
    await socket.ping();
    assert.deepEqual(socket.frames, []);
    socket.close();
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pairs } });
    assert.equal(await countOf(lea), 1);
  });
});

test('verify finds and repairs numbers that would hide changes (schedule rule 121)', async () => {
  const max = await startFollowing('max', 'a');
  const { sqlite } = app.context.db;
  sqlite.prepare('UPDATE event_favorites SET since_change = 1000000 WHERE user_id = ?').run(max.userID);
  sqlite.prepare('INSERT INTO event_changes_seen (user_id, highest_id) VALUES (?, 1000000)').run(max.userID);
  const found = await findInconsistencies(app.context);
  assert.deepEqual(
    found.map(({ stored }) => stored),
    ['change 1000000', 'change 1000000'],
  );
  for (const { repair } of areas) for (const step of repair?.(app.context) ?? []) transact(app.context, step);
  assert.deepEqual(await findInconsistencies(app.context), []);
  await applyCalendar({ ...threeEvents, a: laterEvent });
  assert.equal(await countOf(max), 1);
});
