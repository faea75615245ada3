import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { feedbackApi } from '#features/feedback/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { setProfileState } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { forcedOptions, newYorkTable, sampleTable } from '../../support/ship-time.ts';
import { buildForm, createPassengerWithCode } from '../performers/support.ts';
import { getNumbers } from '../schedule/support.ts';
import { fileReport, startShipWithHosts } from './support.ts';

const ship = await startShipWithHosts();
const { eventParams, clock, context, james, heidi, devteam, uid: uidOf } = ship;
const readOwnReport = (user: User, number: string) => user.get(feedbackApi.ownByEvent, eventParams(number));
const selectEvents = async (user: User, query: Record<string, string> = {}) => {
  const lists = await user.get(feedbackApi.selection, { query });
  return {
    existing: getNumbers(lists.existingFeedback),
    room: getNumbers(lists.matchingRoom),
    performer: getNumbers(lists.performerAttached),
    events: getNumbers(lists.events),
  };
};

describe('a report', () => {
  test('starts with facts from the event and the profile (schedule rule 85)', async () => {
    const host = await ship.newcomer('host');
    const blank = await readOwnReport(host, '08');
    const { event, reportingUser, ...rest } = blank;
    assert.deepEqual(rest, {
      eventTitle: 'Knots for Beginners',
      eventLocation: 'Studio B, Deck 4',
      eventTime: '2025-03-03T15:00:00.000Z',
      hostName: '',
      attendance: '',
      recapString: '',
      issuesString: '',
    });
    assert.deepEqual([event?.uid, reportingUser.userID], [uidOf('08'), host.userID]);
    assert.deepEqual(await host.get(feedbackApi.ownByUid, { params: { event_uid: uidOf('08') } }), blank);
    await host.get(profilesApi.editOwnProfile, { body: { displayName: 'The Host' } });
    assert.equal((await readOwnReport(host, '08')).hostName, 'The Host');
    await host.get(profilesApi.editOwnProfile, { body: { displayName: 'The Host', realName: 'Hosea Host' } });
    assert.equal((await readOwnReport(host, '08')).hostName, 'Hosea Host');
    await setProfileState(devteam, host.userID, 'quarantined');
    assert.equal((await readOwnReport(host, '08')).hostName, '', 'moderators look at the profile');
  });

  test('is stored as typed, and replaces an earlier one (schedule rules 82 and 83)', async () => {
    const first = await fileReport(james, uidOf('08'));
    assert.deepEqual([first.status, first.bytes.length], [201, 0]);
    const filed = await readOwnReport(james, '08');
    const { id, event, reportingUser, ...rest } = filed;
    assert.deepEqual(rest, {
      reportModDate: clock.now().toISOString(),
      eventTitle: 'Knots',
      eventLocation: 'Studio B',
      eventTime: '2025-03-03T15:00:00.000Z',
      hostName: 'James',
      attendance: 'about thirty',
      recapString: 'all knots held',
      issuesString: '',
    });
    assert.deepEqual([event?.title, reportingUser.username], ['Knots for Beginners', 'james']);
    clock.advance({ minutes: 5 });
    assert.equal(
      (await fileReport(james, uidOf('08'), { issuesString: 'too little rope', attendance: '' })).status,
      201,
    );
    const again = await readOwnReport(james, '08');
    assert.deepEqual([again.id, again.issuesString, again.attendance], [id, 'too little rope', '']);
    assert.equal(again.reportModDate, clock.now().toISOString());
    assert.equal((await readOwnReport(heidi, '08')).id, undefined, 'no one else has reported');
  });

  test('never shows the event as a favorite', async () => {
    await james.get(scheduleApi.addFavorite, eventParams('08'));
    assert.equal((await readOwnReport(james, '08')).event?.isFavorite, false);
    await james.get(scheduleApi.removeFavorite, eventParams('08'));
  });

  test('accepts any event on the schedule, at any time (schedule rule 81)', async () => {
    assert.equal((await fileReport(james, uidOf('39'))).status, 201, 'a concert that has not begun');
    assert.equal((await fileReport(james, 'nothing')).status, 404);
    for (const eventUID of [undefined, '']) {
      const { status, fieldErrors } = await fileReport(james, '', { eventUID });
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['eventUID']]);
    }
    assert.equal((await james.call(feedbackApi.ownByUid, { params: { event_uid: 'nothing' } })).status, 404);
    const unknown = { params: { event_id: '00000000-0000-4000-8000-000000000000' } };
    assert.equal((await james.call(feedbackApi.ownByEvent, unknown)).status, 404);
  });

  test('requires every field, with up to 2,000 characters each', async () => {
    for (const field of ['eventTitle', 'eventLocation', 'hostName', 'attendance', 'recapString', 'issuesString']) {
      for (const value of [undefined, 'x'.repeat(2001)]) {
        const { status, fieldErrors } = await fileReport(james, uidOf('08'), { [field]: value });
        assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, [field]]);
      }
    }
    assert.equal((await fileReport(james, uidOf('08'), { recapString: 'é'.repeat(2000) })).status, 201);
    assert.equal((await fileReport(james, uidOf('08'), { eventTime: 'noon' })).status, 400);
  });

  test('can be filed by users who can create content', async () => {
    for (const level of ['quarantined', 'unverified'] as const) {
      assert.equal((await fileReport(await ship.atLevel(level), uidOf('08'))).status, 403);
    }
    const muzzled = await ship.newcomer('muzzled');
    await devteam.send('POST', `/api/v3/mod/user/${muzzled.userID}/tempquarantine/1`);
    assert.equal((await fileReport(muzzled, uidOf('08'))).status, 403);
  });

  test('keeps a time at sea as typed, and shows it by the clock on board (schedule rule 83)', async () => {
    const eventTime = '2025-03-05T15:30:00.000Z';
    await fileReport(heidi, uidOf('21'), { eventTime });
    assert.equal((await readOwnReport(heidi, '21')).eventTime, eventTime);
    transact(context, (context) => importTimeZones(context, newYorkTable, forcedOptions));
    assert.equal((await readOwnReport(heidi, '21')).eventTime, '2025-03-05T18:30:00.000Z');
    transact(context, (context) => importTimeZones(context, sampleTable, forcedOptions));
    assert.equal((await readOwnReport(heidi, '21')).eventTime, eventTime);
  });

  test('is limited to 60 an hour per family (core rule 125)', async () => {
    const busy = await ship.newcomer('busy');
    const statuses = new Map<number, number>();
    for (let count = 0; count < 61; count += 1) {
      const { status } = await fileReport(busy, uidOf('08'));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(
      [...statuses],
      [
        [201, 60],
        [429, 1],
      ],
    );
  });
});

describe('the events to report on (schedule rule 86)', () => {
  test('are shadow events and workshops that have begun by the ship’s clock, latest first', async () => {
    clock.set('2025-03-03T14:59:59Z');
    assert.deepEqual((await selectEvents(heidi)).events, ['07']);
    clock.set('2025-03-03T15:00:00Z');
    assert.deepEqual((await selectEvents(heidi)).events, ['08', '07']);
    // This is eleven o'clock on board, an hour ahead of New York.
    clock.set('2025-03-04T15:00:00Z');
    assert.equal((await selectEvents(heidi)).events[0], '18');
    clock.set('2025-03-04T14:59:59Z');
    assert.equal((await selectEvents(heidi)).events[0], '16');
  });

  test('are listed again if the caller has reported on them, or for the requested room', async () => {
    clock.set('2025-03-04T20:00:00Z');
    const host = await ship.newcomer('room-host');
    assert.deepEqual(await selectEvents(host, {}), {
      existing: [],
      room: [],
      performer: [],
      events: ['18', '16', '15', '08', '07'],
    });
    await fileReport(host, uidOf('07'));
    const { existing, room } = await selectEvents(host, { room: 'studio B' });
    assert.deepEqual(existing, ['07']);
    const studio = (await ship.list({ location: 'studio b' })).map(({ uid }) => uid.slice(7, 9));
    assert.deepEqual(
      room,
      ['18', '16', '15', '08', '07'].filter((number) => studio.includes(number)),
    );
    assert.ok(room.includes('08'));
    assert.deepEqual((await selectEvents(host, { room: 'deck' })).room, [], 'the place begins with the room');
    assert.deepEqual((await selectEvents(host, { room: ' ' })).room, []);
  });

  test('are listed again if the caller performs at them', async () => {
    const performer = await createPassengerWithCode(ship, 'stretcher', 'abcabc');
    await giveRole(ship, performer, 'performerselfeditor');
    for (const number of ['07', '37']) {
      await performer.get(performersApi.holdEvent, { ...eventParams(number), body: buildForm('Stella Stretch') });
    }
    const selection = await performer.get(feedbackApi.selection);
    assert.deepEqual(getNumbers(selection.performerAttached), ['07'], 'the other has not begun');
    assert.deepEqual((await readOwnReport(performer, '07')).event?.performers, []);
    assert.equal(selection.performerAttached[0]?.performers[0]?.name, 'Stella Stretch');
  });

  test('show what the caller follows', async () => {
    await heidi.get(scheduleApi.addFavorite, eventParams('08'));
    const { events } = await heidi.get(feedbackApi.selection);
    assert.deepEqual(getNumbers(events.filter(({ isFavorite }) => isFavorite)), ['08']);
  });
});
