import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { describe } from 'node:test';
import {
  type Cruise,
  createShipClock,
  getCruiseEnd,
  getCruiseStart,
  getDayWindow,
  getIndexOfDate,
  isCruiseDay,
  locateInCruiseWeek,
  moveIntoCruiseWeek,
  parseDayWord,
  readTimeZoneFile,
  readWallClock,
  resolveWallClock,
  type ShipClock,
} from '#core/ship-time/index.ts';
import { readCalendar } from '#features/schedule/calendar-files/read-calendar.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { isZoneID } from '#platform/zone-id.ts';

const newYork = 'America/New_York';
const puertoRico = 'America/Puerto_Rico';
const dataFolder = new URL('../../../shared/data/', import.meta.url);
const readData = (name: string) => readFileSync(new URL(name, dataFolder), 'utf8');
const realData = { skip: existsSync(dataFolder) ? false : 'the folder with real data is absent' };

const change = (activeAt: string, abbreviation: string, zoneID: string) => ({
  activeAt: new Date(activeAt),
  abbreviation,
  zoneID,
});
const at = (text: string) => new Date(text);
const wallText = (zoneID: string, instant: Date) => new Date(readWallClock(zoneID, instant)).toISOString().slice(0, 19);
const instantText = (zoneID: string, wallClock: string) =>
  resolveWallClock(zoneID, Date.parse(`${wallClock}Z`)).toISOString();

describe('ship clock', () => {
  const clock = createShipClock({
    portZone: newYork,
    changes: [change('2026-02-10T07:00:00Z', 'AST', puertoRico), change('2026-02-14T06:00:00Z', 'EST', newYork)],
  });

  test('shows ten in the morning at port as ten in the morning on board', () => {
    assert.equal(clock.toDisplay(at('2026-02-11T15:00:00Z')).toISOString(), '2026-02-11T14:00:00.000Z');
    assert.deepEqual(clock.zoneAt(at('2026-02-11T14:00:00Z')), {
      id: puertoRico,
      abbreviation: 'AST',
      offsetSeconds: -4 * 3600,
    });
  });

  test('leaves times before the first change as they are', () => {
    const early = at('2026-02-10T06:59:59Z');
    assert.deepEqual([clock.toDisplay(early), clock.toPort(early)], [early, early]);
    assert.equal(clock.changeAt(early), undefined);
    assert.equal(clock.zoneAt(early).id, newYork);
    assert.equal(clock.zoneAt(early).abbreviation, 'EST');
  });

  test('takes a change from its very instant on', () => {
    assert.equal(clock.changeAt(at('2026-02-10T07:00:00Z'))?.zoneID, puertoRico);
    assert.equal(clock.changeAt(at('2026-02-14T05:59:59.999Z'))?.zoneID, puertoRico);
    assert.equal(clock.changeAt(at('2026-02-14T06:00:00Z'))?.zoneID, newYork);
  });

  test('turns a display time back into port time', () => {
    assert.equal(clock.toPort(at('2026-02-11T14:00:00Z')).toISOString(), '2026-02-11T15:00:00.000Z');
    assert.equal(clock.toPort(at('2026-02-16T14:00:00.250Z')).toISOString(), '2026-02-16T14:00:00.250Z');
  });

  test('keeps a typed five in the afternoon wherever the ship will be', () => {
    const typedInPort = clock.inputToPort(at('2026-02-12T22:00:00Z'), at('2026-02-09T12:00:00Z'));
    assert.equal(wallText(newYork, typedInPort), '2026-02-12T17:00:00');
    assert.equal(wallText(puertoRico, clock.toDisplay(typedInPort)), '2026-02-12T17:00:00');
    const typedAtSea = clock.inputToPort(at('2026-02-15T21:00:00Z'), at('2026-02-11T12:00:00Z'));
    assert.equal(wallText(newYork, clock.toDisplay(typedAtSea)), '2026-02-15T17:00:00');
  });

  test('sorts its changes and lets the later of two at one instant count', () => {
    const unsorted = createShipClock({
      portZone: newYork,
      changes: [
        change('2026-02-14T06:00:00Z', 'EST', newYork),
        change('2026-02-10T07:00:00Z', 'EST', newYork),
        change('2026-02-10T07:00:00Z', 'AST', puertoRico),
      ],
    });
    assert.equal(unsorted.changeAt(at('2026-02-11T00:00:00Z'))?.zoneID, puertoRico);
    assert.equal(unsorted.changes.at(-1)?.zoneID, newYork);
  });

  test('follows daylight saving at the port on the date of each time', () => {
    const atlantic = createShipClock({
      portZone: newYork,
      changes: [change('2025-03-01T00:00:00Z', 'AST', puertoRico)],
    });
    assert.equal(atlantic.toDisplay(at('2025-03-08T15:00:00Z')).toISOString(), '2025-03-08T14:00:00.000Z');
    assert.equal(atlantic.toDisplay(at('2025-03-10T14:00:00Z')).toISOString(), '2025-03-10T14:00:00.000Z');
  });

  test('does not move a time of a repeated hour when both zones agree', () => {
    const home = createShipClock({ portZone: newYork, changes: [change('2025-10-01T00:00:00Z', 'EDT', newYork)] });
    const secondHalfPastOne = at('2025-11-02T06:30:00Z');
    assert.equal(home.toDisplay(secondHalfPastOne), secondHalfPastOne);
    assert.equal(home.toPort(secondHalfPastOne), secondHalfPastOne);
  });

  test('rejects unknown zones', () => {
    assert.throws(() => createShipClock({ portZone: 'Sea/Middle', changes: [] }), /"Sea\/Middle" is not an IANA/);
    const changes = [change('2025-10-01T00:00:00Z', 'EDT', 'Eastern')];
    assert.throws(() => createShipClock({ portZone: newYork, changes }), RangeError);
  });

  test('survives the last instants a date can hold', () => {
    for (const end of [new Date(8.64e15), new Date(-8.64e15)]) {
      assert.ok(!Number.isNaN(clock.toDisplay(end).getTime()));
      assert.ok(!Number.isNaN(clock.toPort(end).getTime()));
    }
  });

  test('converts the times of 400 events within 20 ms', () => {
    const times = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2026, 1, 10) + index * 1_800_000));
    const convertAll = () => {
      const begin = performance.now();
      for (const time of times) clock.toDisplay(time);
      return performance.now() - begin;
    };
    convertAll();
    const fastest = Math.min(convertAll(), convertAll(), convertAll());
    assert.ok(fastest < 20, `${fastest} ms`);
  });
});

describe('zone abbreviations', () => {
  const clock = createShipClock({
    portZone: 'Europe/Paris',
    changes: [
      change('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles'),
      change('2026-03-23T09:00:00Z', 'MST', 'America/Mazatlan'),
      change('2026-03-25T09:00:00Z', '', 'America/Mazatlan'),
      change('2026-03-27T09:00:00Z', 'XYZ', 'Europe/London'),
    ],
  });
  const abbreviationAt = (text: string) => clock.zoneAt(at(text)).abbreviation;

  test('come from the zone database, with its season, before the file', () => {
    assert.equal(abbreviationAt('2026-03-22T00:00:00Z'), 'PDT');
    assert.equal(abbreviationAt('2026-11-22T00:00:00Z'), 'GMT');
  });

  test("are the file's own word where the database has none", () => {
    assert.equal(abbreviationAt('2026-03-24T00:00:00Z'), 'MST');
    assert.equal(clock.zoneAt(at('2026-03-24T00:00:00Z')).offsetSeconds, -7 * 3600);
  });

  test('are the offset where neither has a word', () => {
    assert.equal(abbreviationAt('2026-03-20T00:00:00Z'), 'GMT+1');
    assert.equal(abbreviationAt('2026-03-26T00:00:00Z'), 'GMT-7');
  });
});

describe('wall clock', () => {
  test('takes the first of two equal times when clocks go back', () => {
    assert.equal(instantText(newYork, '2025-11-02T01:30:00'), '2025-11-02T05:30:00.000Z');
    assert.equal(instantText(newYork, '2025-11-02T02:00:00'), '2025-11-02T07:00:00.000Z');
    assert.equal(instantText('Europe/Berlin', '2025-10-26T02:30:00'), '2025-10-26T00:30:00.000Z');
    assert.equal(instantText('America/St_Johns', '2010-11-07T00:00:30'), '2010-11-07T02:30:30.000Z');
    assert.equal(instantText('Australia/Lord_Howe', '2025-04-06T01:45:00'), '2025-04-05T14:45:00.000Z');
  });

  test('moves on by the missing hour when clocks go forward', () => {
    assert.equal(instantText(newYork, '2025-03-09T01:59:59'), '2025-03-09T06:59:59.000Z');
    assert.equal(instantText(newYork, '2025-03-09T02:30:00'), '2025-03-09T07:30:00.000Z');
    assert.equal(instantText(newYork, '2025-03-09T03:00:00'), '2025-03-09T07:00:00.000Z');
    assert.equal(instantText('Pacific/Apia', '2011-12-30T12:00:00'), '2011-12-30T22:00:00.000Z');
  });

  test('knows the zones of the database and no abbreviations or offsets', () => {
    for (const id of [newYork, 'UTC', 'EST', 'US/Pacific', 'America/Argentina/Ushuaia']) assert.ok(isZoneID(id), id);
    for (const id of ['', 'AST', 'PST', '+05:00', 'GMT-7', 'Mars/Phobos', 'local']) assert.ok(!isZoneID(id), id);
  });
});

describe('cruise days', () => {
  const cruise: Cruise = { startDate: '2025-03-02', lengthDays: 8, portZone: newYork };

  test('begin with midnight of the start date in the port zone and count calendar days', () => {
    assert.equal(getCruiseStart(cruise).toISOString(), '2025-03-02T05:00:00.000Z');
    assert.equal(getCruiseEnd(cruise).toISOString(), '2025-03-10T04:00:00.000Z');
  });

  test('run from three to three', () => {
    const { start, end } = getDayWindow(cruise, 0);
    assert.deepEqual(
      [start.toISOString(), end.toISOString()],
      ['2025-03-02T08:00:00.000Z', '2025-03-03T08:00:00.000Z'],
    );
    assert.deepEqual(getDayWindow(cruise, 1).start, end);
  });

  test('are an hour short when clocks go forward', () => {
    const { start, end } = getDayWindow(cruise, 6);
    assert.deepEqual(
      [start.toISOString(), end.toISOString()],
      ['2025-03-08T08:00:00.000Z', '2025-03-09T07:00:00.000Z'],
    );
  });

  test('far outside the calendar are still dates', () => {
    for (const index of [1e12, -1e12]) assert.ok(!Number.isNaN(getDayWindow(cruise, index).end.getTime()));
    assert.deepEqual(
      [-1, 0, 7, 8, 0.5].map((index) => isCruiseDay(cruise, index)),
      [false, true, true, false, false],
    );
  });

  test('are chosen by a date as calendar days, from midnight to midnight', () => {
    assert.equal(getIndexOfDate(cruise, at('2025-03-05T06:00:00Z')), 3);
    assert.equal(getIndexOfDate(cruise, at('2025-03-02T04:59:59Z')), -1);
  });

  test('are found by their words, counted from embarkation', () => {
    const indexOf = (word: string) => parseDayWord(cruise, word);
    assert.deepEqual(
      ['sun', 'mon', 'Saturday', 'SAT', '1sa', '2sa', '1su', '2SU'].map(indexOf),
      [0, 1, 6, 6, 6, 13, 0, 7],
    );
    assert.deepEqual(['', 'someday', '3sa'].map(indexOf), [0, 0, 0]);
    const saturdayCruise = { ...cruise, startDate: '2024-03-09' };
    assert.deepEqual(
      ['sat', '2sa', 'sun', '2su', 'fri'].map((word) => parseDayWord(saturdayCruise, word)),
      [0, 7, 1, 8, 6],
    );
  });

  test('reject a start date that is none', () => {
    for (const startDate of ['2025-02-30', '2025-3-2', '', 'soon']) {
      assert.throws(() => getCruiseStart({ ...cruise, startDate }), RangeError);
    }
  });
});

describe('cruise week', () => {
  const cruise: Cruise = { startDate: '2024-03-09', lengthDays: 8, portZone: newYork };

  test('maps a Wednesday in August to the Wednesday of the sailing, by its clock', () => {
    const projected = moveIntoCruiseWeek(cruise, at('2024-08-14T18:05:09.700Z'));
    assert.equal(wallText(newYork, projected), '2024-03-13T14:05:09');
    assert.equal(projected.toISOString(), '2024-03-13T18:05:09.000Z');
  });

  test('maps winter to summer time by the clock on the wall', () => {
    assert.equal(moveIntoCruiseWeek(cruise, at('2024-01-10T19:00:00Z')).toISOString(), '2024-03-13T18:00:00.000Z');
  });

  test('leaves the sailing as it is, but for fractions of a second', () => {
    assert.equal(moveIntoCruiseWeek(cruise, at('2024-03-16T12:00:00.900Z')).toISOString(), '2024-03-16T12:00:00.000Z');
    assert.deepEqual(moveIntoCruiseWeek(cruise, getCruiseStart(cruise)), getCruiseStart(cruise));
    assert.deepEqual(moveIntoCruiseWeek(cruise, getCruiseEnd(cruise)), getCruiseEnd(cruise));
  });

  test('can be forced on a day of the sailing, in the zone of choice', () => {
    const secondSaturday = at('2024-03-16T14:00:00Z');
    assert.equal(locateInCruiseWeek(cruise, secondSaturday, newYork).toISOString(), '2024-03-09T15:00:00.000Z');
    assert.equal(locateInCruiseWeek(cruise, secondSaturday, puertoRico).toISOString(), '2024-03-09T14:00:00.000Z');
  });
});

describe('time zone file', () => {
  test('is read with comments, blank lines, Windows line ends and further fields', () => {
    const text =
      '\uFEFF# comment\r\n// another\r\n\r\n 20260323T090000Z \t MST \t America/Mazatlan \t more\r\n' +
      '20260321T090000Z\tPST\tAmerica/Los_Angeles';
    assert.deepEqual(readTimeZoneFile(text), {
      changes: [
        change('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles'),
        change('2026-03-23T09:00:00Z', 'MST', 'America/Mazatlan'),
      ],
      faults: [],
    });
  });

  test('gives one change per instant, the last', () => {
    const text = '20260321T090000Z\tEST\tAmerica/New_York\n20260321T090000Z\tPST\tAmerica/Los_Angeles';
    assert.deepEqual(readTimeZoneFile(text).changes, [change('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles')]);
  });

  test('names short lines and unreadable dates', () => {
    const good = '20260321T090000Z\tPST\tAmerica/Los_Angeles';
    const bad = [
      '20260321T090000Z PST America/Los_Angeles',
      '20260231T090000Z\tA\tUTC',
      '2026-03-21\tA\tUTC',
      'x\t\tUTC',
    ];
    const { changes, faults } = readTimeZoneFile([bad[0], good, ...bad.slice(1)].join('\n'));
    assert.equal(changes.length, 1);
    assert.deepEqual(
      faults.map((fault) => fault.line),
      [1, 3, 4, 5],
    );
    assert.match(faults[0]?.reason ?? '', /three fields/);
    assert.match(faults[1]?.reason ?? '', /not a time/);
    assert.equal(faults[0]?.text, bad[0]);
  });

  test('is rejected for an unknown zone, with its line', () => {
    const text = '# table\n20260321T090000Z\tPST\tAmerica/Los_Angeles\n20260322T090000Z\tAST\tAST';
    assert.throws(() => readTimeZoneFile(text), { name: 'UnreadableFile', message: /Line 3 .*"AST"/ });
  });

  test('is rejected without any change in it, or when it is huge', () => {
    for (const text of ['', '# nothing\n', 'x\n', 'a\n'.repeat(1024 * 1024)]) {
      assert.throws(() => readTimeZoneFile(text), UnreadableFile);
    }
  });

  test('of the samples goes out to another zone and comes back', () => {
    const text = readFileSync(new URL('../../assets/samples/time-zone-changes.txt', import.meta.url), 'utf8');
    const { changes, faults } = readTimeZoneFile(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      changes.map((row) => row.zoneID),
      [newYork, puertoRico, newYork],
    );
    assert.ok(changes[0] && changes[0].activeAt < at('2025-03-02T05:00:00Z'));
  });
});

describe('a real sailing', realData, () => {
  const pacific = 'America/Los_Angeles';
  const secondChange = at('2026-03-23T09:00:00Z');
  const readEvents = () => readCalendar(readData('schedule.ics'), pacific);

  function assertWallClocksKept(clock: ShipClock): void {
    for (const { title, startTime, endTime } of readEvents()) {
      const shown = clock.toDisplay(startTime);
      assert.equal(wallText(clock.zoneAt(shown).id, shown), wallText(pacific, startTime), title);
      assert.deepEqual(clock.toPort(shown), startTime, title);
      // Some events end at the very instant at which the clock skips an hour, so the end's zone is that of its port time.
      const zoneAtEnd = clock.changeAt(endTime)?.zoneID ?? pacific;
      assert.equal(wallText(zoneAtEnd, clock.toDisplay(endTime)), wallText(pacific, endTime), title);
    }
  }

  test('has 133 events before its second clock change and 259 after', () => {
    const events = readEvents();
    assert.equal(events.length, 392);
    assert.equal(events.filter((event) => event.startTime < secondChange).length, 133);
    assert.equal(events.filter((event) => event.startTime >= secondChange).length, 259);
  });

  test('shows every event at its wall clock', () => {
    const { changes, faults } = readTimeZoneFile(readData('time-zone-changes.txt'));
    assert.deepEqual(faults, []);
    const clock = createShipClock({ portZone: pacific, changes });
    assertWallClocksKept(clock);
    assert.equal(clock.zoneAt(at('2026-03-24T00:00:00Z')).abbreviation, 'MST');
    assert.equal(clock.zoneAt(at('2026-03-22T00:00:00Z')).abbreviation, 'PDT');
  });

  test('would keep every wall clock if the clock really moved, twice', () => {
    const clock = createShipClock({
      portZone: pacific,
      changes: [
        change('2026-03-21T09:00:00Z', 'PST', pacific),
        change('2026-03-23T09:00:00Z', 'CST', 'America/Costa_Rica'),
        change('2026-03-25T08:00:00Z', 'EST', 'America/Bogota'),
        change('2026-03-28T09:00:00Z', 'PST', pacific),
      ],
    });
    assertWallClocksKept(clock);
    const moved = readEvents().filter(
      (event) => clock.toDisplay(event.startTime).getTime() !== event.startTime.getTime(),
    );
    assert.equal(moved.length, 259);
  });
});
