import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { performersApi } from '#features/performers/api.ts';
import { eventPerformers } from '#features/performers/tables.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule, listScheduleChanges, undoChange } from '#features/schedule/index.ts';
import { createWorkbook, type Rows } from '../../support/workbooks.ts';
import { forcedOptions, startSampleShip } from '../schedule/support.ts';
import {
  addOfficial,
  buildForm,
  createPassengerWithCode,
  getNames,
  linkToEvent,
  setPreregistration,
} from './support.ts';

const sampleCalendar = readFileSync('assets/samples/schedule.ics', 'utf8');
const ship = await startSampleShip();
const { anonymous, eventParams } = ship;
const desk = await ship.atLevel('devteam');
const [ada, zoe, ben] = await Promise.all([
  addOfficial(desk, 'Ada Brook', { alternativeNames: ['The Singer'] }),
  addOfficial(desk, 'Zoe "Zip" Anders'),
  addOfficial(desk, 'Ben Reed'),
]);

const headerRow = ['Day', 'Start', 'End', '', '', '', 'EventName', '', '', 'Featuring'];
/** Returns a row of the sheet as the crew fills it in. */
const findRow = (day: string, start: string, name: string, featuring: string) => [
  ...[day, start, '', '', '', '', name, '', '', featuring],
];
const createEveningRow = (featuring: string) => findRow('Mon', '8:00pm', 'An Evening with Ada Brook', featuring);

/** Returns the sample schedule without one of its events. */
function removeEvent(number: string): string {
  const blocks = sampleCalendar.split(/(?=BEGIN:VEVENT)/);
  const isIt = (block: string) => block.includes(`UID:sample-${number}-`);
  const end = blocks.some((block) => isIt(block) && block.includes('END:VCALENDAR')) ? 'END:VCALENDAR' : '';
  return blocks.filter((block) => !isIt(block)).join('') + end;
}

const upload = (file: Uint8Array) =>
  desk.call(performersApi.uploadLinks, { body: JSON.stringify(Buffer.from(file).toString('base64')) });
const uploadRows = (...rows: Rows) => upload(createWorkbook({ 'Full Schedule': [headerRow, ...rows] }));
const checkLinks = () => desk.get(performersApi.checkLinks);
const applyLinks = () => desk.call(performersApi.applyLinks);
const getPerformers = async (number: string) =>
  getNames({ performers: (await anonymous.get(scheduleApi.event, eventParams(number))).performers });

beforeEach(() => {
  transact(ship.context, ({ db }) => db.queries.delete(eventPerformers).run());
});

test('without a workbook there is nothing to check or apply: 400', async () => {
  assert.equal((await desk.call(performersApi.checkLinks)).status, 400);
  assert.equal((await applyLinks()).status, 400);
});

test('an invalid workbook is 400, and the previous one stays', async () => {
  assert.equal((await uploadRows(createEveningRow('Ada Brook'))).status, 200);
  const before = await checkLinks();
  assert.match((await upload(Buffer.from('no workbook'))).reason, /can't read this file as a workbook/);
  assert.equal((await upload(Buffer.alloc(0))).status, 400);
  assert.equal((await desk.call(performersApi.uploadLinks, { body: '"not base64"' })).status, 400);
  assert.deepEqual(await checkLinks(), before);
});

describe('the check (rule 75)', () => {
  test('counts performers and rows, and reports oddities', async () => {
    await uploadRows(
      createEveningRow('Ada Brook; zoe anders ; Unknown Player;'),
      findRow('Mon', '8:00pm', 'An Evening with Ada Brook', 'ada brook; Unknown player'),
      findRow('Tue', '8:00pm', 'No Such Event', 'Ada Brook'),
      findRow('Wed', '3:00pm', 'No one plays here', ''),
      findRow('Wed', '3:00pm', '', 'Ada Brook'),
      findRow('Someday', '3:00pm', 'Odd', 'Ada Brook'),
      findRow('Wed', '25:00', 'Odd', 'Ada Brook'),
    );
    assert.deepEqual(await checkLinks(), {
      oldPerformerCount: 3,
      newPerformerCount: 3,
      missingPerformerCount: 1,
      noEventsPerformerCount: 1,
      eventsWithPerformerCount: 2,
      unmatchedEventCount: 1,
      errors: [
        `Row 7: "Someday" isn't a day from Sun to Sat.`,
        `Row 8: "25:00" isn't a time such as 8:30pm or All Day.`,
        'Row 4: no event "No Such Event" at that time.',
        'No official performer is called "Unknown Player".',
      ],
    });
  });

  test('is also what the schedule desk gets', async () => {
    await uploadRows(createEveningRow('Ada Brook; Unknown Player'));
    const reply = await desk.send('POST', '/api/v3/admin/schedule/verify', { query: { kind: 'performers' } });
    assert.deepEqual(reply.body, await checkLinks());
  });

  test('uses default columns for missing ones, and reads no other sheet', async () => {
    const rows = [['', '', '', '', '', '', 'EventName'], createEveningRow('Ada Brook')];
    await upload(createWorkbook({ 'Full Schedule': rows, Notes: [['x']] }));
    const { errors, eventsWithPerformerCount } = await checkLinks();
    assert.equal(eventsWithPerformerCount, 1);
    assert.deepEqual(errors, [
      'The sheet "Notes" was ignored.',
      'Row 1 has no column "Day": column A is used instead.',
      'Row 1 has no column "Start": column B is used instead.',
      'Row 1 has no column "Featuring": column J is used instead.',
    ]);
    await upload(createWorkbook({ Sheet1: [headerRow, createEveningRow('Ada Brook')] }));
    assert.deepEqual((await checkLinks()).errors, [
      'The sheet "Full Schedule" is missing.',
      'The sheet "Sheet1" was ignored.',
    ]);
  });

  test('finds columns in any order', async () => {
    const rows = [
      ['featuring', 'eventname', 'start', 'day'],
      ['Ada Brook', 'An Evening with Ada Brook', '8:00PM', 'monday'],
    ];
    await upload(createWorkbook({ 'Full Schedule': rows }));
    assert.equal((await checkLinks()).eventsWithPerformerCount, 1);
  });

  test('matches events by time and title, or by a similar title if it’s the only event then', async () => {
    const matches = async (...row: [string, string, string]) => {
      await uploadRows(findRow(...row, 'Ada Brook'));
      return (await checkLinks()).eventsWithPerformerCount === 1;
    };
    assert.ok(await matches('Mon', '8:00pm', 'an  evening with “Ada” ADA BRÓOK'));
    assert.equal(await matches('Mon', '8:00pm', 'An Evening'), false);
    assert.equal(await matches('Mon', '8:30pm', 'An Evening with Ada Brook'), false);
    assert.equal(await matches('Tue', '8:00pm', 'An Evening with Ada Brook'), false);
    assert.ok(await matches('Sun', '5:00pm', 'First Dinner, Early Seating'));
  });

  test('treats All Day as 7 a.m.', async () => {
    const allDay = [
      'BEGIN:VEVENT',
      'UID:all-day',
      'SUMMARY:Card Room',
      'DTSTART:20250305T070000',
      'DTEND:20250306T010000',
    ];
    const longer = sampleCalendar.replace('END:VCALENDAR', [...allDay, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'));
    importSchedule(ship.context, longer, forcedOptions);
    await uploadRows(
      findRow('Wed', 'All Day', 'Card Room', 'Ada Brook'),
      findRow('Wed', '7:00am', 'Card Room', 'Ben Reed'),
    );
    assert.equal((await checkLinks()).eventsWithPerformerCount, 2);
    importSchedule(ship.context, sampleCalendar, forcedOptions);
  });
});

describe('applying it (rule 76)', () => {
  test('replaces the events of official performers, once each, and ignores unknown ones', async () => {
    linkToEvent(ship, ben, eventParams('27').params.event_id);
    linkToEvent(ship, ada, eventParams('14').params.event_id);
    await uploadRows(
      createEveningRow('The Singer; Zoe Anders; Unknown'),
      createEveningRow('Ada Brook'),
      findRow('Mon', '1:00am', 'Nothing', 'Ben Reed'),
    );
    for (const _ of ['once', 'twice']) {
      assert.equal((await applyLinks()).status, 200);
      assert.deepEqual(await getPerformers('14'), ['Zoe "Zip" Anders', 'Ada Brook']);
      assert.deepEqual(await getPerformers('27'), []);
    }
    const { events } = await anonymous.get(performersApi.performer, { params: { performer_id: zoe } });
    assert.deepEqual(
      events.map(({ title }) => title),
      ['An Evening with Ada Brook'],
    );
  });

  test('keeps links of passengers’ profiles and links to deleted events', async () => {
    await setPreregistration(ship, true);
    const kim = await createPassengerWithCode(ship, 'kim', 'abcabc');
    await kim.get(performersApi.holdEvent, { ...eventParams('07'), body: buildForm('Kim Walker') });
    linkToEvent(ship, ben, eventParams('27').params.event_id);
    const { context } = ship;
    importSchedule(context, removeEvent('27'), forcedOptions);
    await uploadRows(createEveningRow('Ada Brook'));
    assert.equal((await applyLinks()).status, 200);
    importSchedule(context, sampleCalendar, forcedOptions);
    assert.deepEqual([await getPerformers('07'), await getPerformers('27')], [['Kim Walker'], ['Ben Reed']]);
    assert.deepEqual(await getPerformers('14'), ['Ada Brook']);
  });

  test('gives a deleted event its performers back when an undo restores it', async () => {
    linkToEvent(ship, ben, eventParams('27').params.event_id);
    const before = await anonymous.get(scheduleApi.event, eventParams('27'));
    const { context } = ship;
    importSchedule(context, removeEvent('27'), forcedOptions);
    assert.equal((await anonymous.call(scheduleApi.event, eventParams('27'))).status, 404);
    const { events } = await anonymous.get(performersApi.performer, { params: { performer_id: ben } });
    assert.deepEqual(events, []);
    undoChange(context, listScheduleChanges(context)[0]?.id ?? 0);
    assert.deepEqual((await anonymous.get(scheduleApi.event, eventParams('27'))).performers, before.performers);
  });
});
