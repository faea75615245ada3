import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import type { ScheduleCheck } from '#features/schedule/records.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../../support/app.ts';
import { browse } from '../../support/browse.ts';
import { addOfficial, linkToEvent } from '../performers/support.ts';
import { buildCalendarOf, type FileEvent, forcedOptions, getDifference } from './support.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const [devteam, admin, moderator] = [
  await app.atLevel('devteam'),
  await app.atLevel('admin'),
  await app.atLevel('moderator'),
];

/** Returns an event on Monday 3 March. */
const createEvent = (start: string, end: string, location = ''): FileEvent => ({
  start: `20250303T${start}00`,
  end: `20250303T${end}00`,
  lines: location === '' ? [] : [`LOCATION:${location}`],
});

const upload = (events: Readonly<Record<string, FileEvent>>) =>
  devteam.get(deskApi.uploadSchedule, { body: { schedule: buildCalendarOf(events) } });

/** Checks a file with these events; returns the findings of each check that has any. */
async function runChecks(events: Readonly<Record<string, FileEvent>>) {
  await upload(events);
  const checks = await devteam.get(deskApi.scheduleChecks);
  return Object.fromEntries(checks.filter(({ count }) => count > 0).map((one) => [one.check, one.findings]));
}

async function findInCheck(what: ScheduleCheck, events: Readonly<Record<string, FileEvent>>) {
  const findings = (await runChecks(events))[what] ?? [];
  return findings.map(({ events: found, minutes }) => `${found.map(({ uid }) => uid).join(' and ')}: ${minutes}`);
}

async function findEventID(uid: string): Promise<string> {
  return (await app.anonymous.get(scheduleApi.event, { params: { event_id: uid } })).eventID;
}

test('without a readable upload there’s nothing to check (schedule rule 123)', async () => {
  const { status, reason } = await devteam.call(deskApi.scheduleChecks);
  assert.deepEqual([status, reason], [400, 'No schedule has been uploaded yet.']);
  await devteam.get(deskApi.uploadSchedule, { body: { schedule: 'hello' } });
  assert.equal((await devteam.call(deskApi.scheduleChecks)).status, 400);
  assert.equal((await moderator.call(deskApi.scheduleChecks)).status, 403);
});

test('a schedule without conflicts has no findings, and applying one with conflicts works (schedule rule 123)', async () => {
  assert.deepEqual(
    await runChecks({ a: createEvent('1000', '1100', 'Lido'), b: createEvent('1000', '1100', 'Theater') }),
    {},
  );
  const taken = { a: createEvent('1000', '1100', 'Lido'), b: createEvent('1000', '1100', 'Lido') };
  await upload(taken);
  const compared = await getDifference(devteam);
  await devteam.get(deskApi.scheduleChecks);
  assert.deepEqual(
    Object.entries(await getDifference(devteam)).map(([list, { length }]) => [list, length]),
    Object.entries(compared).map(([list, { length }]) => [list, length]),
  );
  await devteam.get(deskApi.applySchedule);
  assert.equal((await app.anonymous.get(scheduleApi.event, { params: { event_id: 'b' } })).location, 'Lido');
});

test('finds two events in one room, with minutes (schedule rule 124)', async () => {
  const events = {
    a: createEvent('1000', '1100', 'Lido'),
    b: createEvent('1030', '1200', 'LIDO '),
    c: createEvent('1200', '1300', 'Lido'),
    nowhere: createEvent('1000', '1100'),
    alsoNowhere: createEvent('1000', '1100'),
    moment: createEvent('1500', '1500', 'Pool'),
    sameMoment: createEvent('1500', '1500', 'Pool'),
  };
  assert.deepEqual(await findInCheck('roomTaken', events), ['a and b: 30', 'moment and sameMoment: 0']);
});

test('finds too little time between two events in a room (schedule rule 124)', async () => {
  const events = {
    a: createEvent('1000', '1100', 'Lido'),
    b: createEvent('1110', '1200', 'Lido'),
    c: createEvent('1215', '1300', 'Lido'),
    d: createEvent('1300', '1400', 'Theater'),
    e: createEvent('1300', '1330', 'Lido'),
  };
  assert.deepEqual(await findInCheck('shortTurnaround', events), ['a and b: 10', 'c and e: 0']);
});

test('finds events outside the sailing (schedule rule 124)', async () => {
  const found = await findInCheck('outsideSailing', {
    before: { start: '20250301T100000' },
    first: { start: '20250302T100000' },
    night: { start: '20250310T013000' },
    later: { start: '20250310T033000' },
  });
  assert.deepEqual(found, ['before: undefined', 'later: undefined']);
});

test('finds places that are spelled almost alike, and no others (schedule rule 124)', async () => {
  const places = [
    'Lido Pool',
    'Lido Pool',
    'Lido  Pol',
    'Deck 9',
    'Deck 10',
    'Studio A',
    'Studio B',
    "Crow's Nest",
    'Crows Nest',
  ];
  const events = Object.fromEntries(
    places.map((place, index) => [`e${index}`, createEvent(`1${index}00`, `1${index}30`, place)]),
  );
  const { similarPlace = [] } = await runChecks(events);
  assert.deepEqual(
    similarPlace.map(({ places: found }) => found?.map(({ location, eventCount }) => `${location} ${eventCount}`)),
    [
      ['Lido  Pol 1', 'Lido Pool 2'],
      ["Crow's Nest 1", 'Crows Nest 1'],
    ],
  );
});

test('finds performers in two places (schedule rule 124)', async () => {
  const events = {
    a: createEvent('1000', '1100', 'Lido'),
    b: createEvent('1030', '1130', 'Theater'),
    c: createEvent('1030', '1130', 'Lido'),
    d: createEvent('1130', '1230', 'Pool'),
  };
  importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  const performer = await addOfficial(devteam, 'Ada Brook');
  for (const uid of ['a', 'b', 'd']) linkToEvent(app, performer, await findEventID(uid));
  const { performerInTwoPlaces = [] } = await runChecks(events);
  assert.deepEqual(
    performerInTwoPlaces.map(({ performer: name, events: found, minutes }) => [
      name,
      found.map(({ uid }) => uid),
      minutes,
    ]),
    [['Ada Brook', ['a', 'b'], 30]],
  );
});

test('finds events at one time with many common followers, most first (schedule rule 124)', async () => {
  const events = {
    a: createEvent('1000', '1100', 'Lido'),
    b: createEvent('1030', '1130', 'Pool'),
    c: createEvent('1100', '1200', 'Theater'),
  };
  importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  const ids = [await findEventID('a'), await findEventID('b'), await findEventID('c')];
  for (let number = 0; number < 11; number += 1) {
    const fan = await app.newcomer(`fan${number}`);
    // Only the last one follows the first two.
    for (const event_id of number < 10 ? ids : ids.slice(0, 2)) {
      await fan.get(scheduleApi.addFavorite, { params: { event_id } });
    }
  }
  const { commonFollowers = [] } = await runChecks(events);
  assert.deepEqual(
    commonFollowers.map(({ events: found, commonFollowers: count }) => [found.map(({ uid }) => uid).join(), count]),
    [
      ['a,b', 11],
      ['b,c', 10],
    ],
  );
  const before = await findInCheck('commonFollowers', { ...events, b: createEvent('0800', '0900', 'Pool') });
  assert.deepEqual(before, [], 'it is the time in the file that counts');
});

test('counts up to 1,000 findings and lists 100 (schedule rule 124)', async () => {
  await upload(
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`e${index}`, createEvent('1000', '1100', 'Lido')])),
  );
  const taken = (await devteam.get(deskApi.scheduleChecks)).find(({ check: name }) => name === 'roomTaken');
  assert.deepEqual([taken?.count, taken?.findings.length], [1000, 100]);
});

test('are shown next to the differences, unless they are off (schedule rule 123)', async () => {
  const desk = browse(app, devteam);
  const open = async () => (await desk.open('/staff/schedule/upload')).body;
  await upload({ x: createEvent('1000', '1100', 'Lido'), y: createEvent('1030', '1200', 'Lido') });
  assert.match(
    await open(),
    /Apply changes[\s\S]*Two events in one room: 1[\s\S]*Event x[\s\S]*Overlap of 30 minutes[\s\S]*Deleted/,
  );
  const pairs = [{ app: 'all', feature: 'schedulechecks' }];
  await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pairs } });
  assert.equal((await devteam.call(deskApi.scheduleChecks)).status, 451);
  assert.doesNotMatch(await open(), /Two events in one room/);
  await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pairs } });
  await upload({ x: createEvent('1000', '1100', 'Lido') });
  assert.match(await open(), /Checks found nothing unusual/);
});
