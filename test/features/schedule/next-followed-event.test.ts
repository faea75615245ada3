import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { changeSettings, type DisabledPair, type EventNotificationSetting } from '#core/settings/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { startTestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { giveRole } from '../../support/roles.ts';
import { buildCalendarOf, forcedOptions } from './support.ts';

/** Events of 3 to 5 March 2025; the ship's time zone changes on the 4th. */
const startTimes = { morning: '20250303T160000Z', noon: '20250303T170000Z', later: '20250305T140000Z' };
type Name = keyof typeof startTimes;

function buildCalendar(changes: Partial<Record<Name, string>> = {}, without?: Name): string {
  const events = Object.entries({ ...startTimes, ...changes }).filter(([uid]) => uid !== without);
  return buildCalendarOf(Object.fromEntries(events.map(([uid, start]) => [uid, { start }])));
}

const environment = { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' };
const app = await startTestApp({ environment });
const { context, clock, anonymous } = app;
importSchedule(context, buildCalendar(), forcedOptions);
const [james, heidi] = [await app.logIn('james'), await giveRole(app, await app.logIn('heidi'), 'shutternaut')];
const listedEvents = await anonymous.get(scheduleApi.list);

function getID(name: Name): string {
  const event = listedEvents.find(({ uid }) => uid === name);
  assert.ok(event);
  return event.eventID;
}
const eventParams = (name: Name) => ({ params: { event_id: getID(name) } });

async function getNext(client: Client) {
  const { nextFollowedEventID, nextFollowedEventTime } = await client.get(notificationsApi.summary);
  const uid = listedEvents.find(({ eventID }) => eventID === nextFollowedEventID)?.uid;
  return uid === undefined ? undefined : [uid, nextFollowedEventTime];
}

function setReference(setting: EventNotificationSetting): void {
  transact(context, (context) => changeSettings(context, { upcomingEventNotificationSetting: setting }));
}

const morningEvent = ['morning', '2025-03-03T16:00:00.000Z'];
const noonEvent = ['noon', '2025-03-03T17:00:00.000Z'];

/** Makes these events james's only favorites. */
async function followOnly(...names: Name[]): Promise<void> {
  for (const name of ['morning', 'noon', 'later'] as const) {
    await james.call(names.includes(name) ? scheduleApi.addFavorite : scheduleApi.removeFavorite, eventParams(name));
  }
}

/** This is an hour earlier than stored, since the ship has put its clocks forward. */
const laterEvent = ['later', '2025-03-05T13:00:00.000Z'];

beforeEach(async () => {
  clock.set('2025-03-03T15:00:00.000Z');
  importSchedule(context, buildCalendar(), forcedOptions);
  setReference('cruiseWeek');
  await followOnly();
});

test('the next followed event appears, moves and disappears with the favorites, for their owner only', async () => {
  assert.equal(await getNext(james), undefined);
  await james.get(scheduleApi.addFavorite, eventParams('noon'));
  assert.deepEqual(await getNext(james), noonEvent);
  await james.get(scheduleApi.addFavorite, eventParams('morning'));
  assert.deepEqual(await getNext(james), morningEvent);
  await james.get(scheduleApi.removeFavorite, eventParams('morning'));
  assert.deepEqual(await getNext(james), noonEvent);
  for (const client of [heidi, anonymous]) assert.equal(await getNext(client), undefined);
});

test('photographed events count like favorites', async () => {
  await heidi.get(scheduleApi.addPhotographer, eventParams('morning'));
  assert.deepEqual(await getNext(heidi), morningEvent);
  await heidi.get(scheduleApi.removePhotographer, eventParams('morning'));
  assert.equal(await getNext(heidi), undefined);
});

test('once an event has started the next one counts, in display time', async () => {
  await followOnly('morning', 'noon', 'later');
  clock.set('2025-03-03T15:59:59.900Z');
  assert.deepEqual(await getNext(james), morningEvent);
  clock.set('2025-03-03T16:00:00.000Z');
  assert.deepEqual(await getNext(james), noonEvent);
  clock.set('2025-03-05T12:59:00.000Z');
  assert.deepEqual(await getNext(james), laterEvent);
  clock.set('2025-03-05T13:00:00.000Z');
  assert.equal(await getNext(james), undefined);
});

test('moving or deleting an event immediately changes the next followed one', async () => {
  await followOnly('morning', 'noon', 'later');
  assert.deepEqual(await getNext(james), morningEvent);
  importSchedule(context, buildCalendar({ morning: '20250303T180000Z' }), forcedOptions);
  assert.deepEqual(await getNext(james), noonEvent);
  importSchedule(context, buildCalendar({}, 'noon'), forcedOptions);
  assert.deepEqual(await getNext(james), morningEvent);
  importSchedule(context, buildCalendar({}, 'morning'), forcedOptions);
  assert.deepEqual(await getNext(james), noonEvent);
});

test('outside the sailing, weekday and time of its first week count, unless the setting is current', async () => {
  await followOnly('morning', 'noon');
  // This is a Monday in summer; 11:30 in New York refers to the sailing's winter time.
  clock.set('2025-08-11T15:30:00.000Z');
  assert.deepEqual(await getNext(james), noonEvent);
  clock.set('2025-08-11T14:30:00.000Z');
  assert.deepEqual(await getNext(james), morningEvent);
  setReference('current');
  assert.equal(await getNext(james), undefined);
  clock.set('2025-02-24T15:30:00.000Z');
  assert.deepEqual(await getNext(james), morningEvent);
  setReference('disabled');
  assert.deepEqual(await getNext(james), morningEvent, 'switching notices off hides nothing');
});

test('the week of the sailing starts over at midnight of its weekday', async () => {
  await followOnly('morning');
  // This is the night before a Sunday, in New York.
  clock.set('2025-08-17T03:59:00.000Z');
  assert.equal(await getNext(james), undefined);
  clock.set('2025-08-17T04:00:00.000Z');
  assert.deepEqual(await getNext(james), morningEvent);
});

test('there’s none while the schedule is switched off for the caller', async () => {
  const switchOff = (disabledFeatures: DisabledPair[]) =>
    transact(context, (context) => changeSettings(context, { disabledFeatures }));
  await followOnly('morning');
  assert.deepEqual(await getNext(james), morningEvent);
  switchOff([{ app: 'all', feature: 'schedule' }]);
  assert.equal(await getNext(james), undefined);
  switchOff([]);
  assert.deepEqual(await getNext(james), morningEvent);
});
