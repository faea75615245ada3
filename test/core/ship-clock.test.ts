import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

import { describe, test } from 'node:test';
import { createShipClock, readTimeZoneFile, resolveWallClock, type ShipClock } from '#core/ship-time/index.ts';
import { readCalendar } from '#features/schedule/calendar-files/read-calendar.ts';

import { isZoneID } from '#platform/time/zone-id.ts';
import { createClockChange, formatWallClock, newYork, pacific, puertoRico } from '../support/ship-time.ts';
import { measure } from '../support/stopwatch.ts';

const dataFolder = new URL('../../../shared/data/', import.meta.url);
const readData = (name: string) => readFileSync(new URL(name, dataFolder), 'utf8');
const realData = { skip: existsSync(dataFolder) ? false : 'the folder with real data is absent' };

const toDate = (text: string) => new Date(text);
const formatInstant = (zoneID: string, wallClock: string) =>
  resolveWallClock(zoneID, Date.parse(`${wallClock}Z`)).toISOString();

describe('ship clock', () => {
  const clock = createShipClock({
    portZone: newYork,
    changes: [
      createClockChange('2026-02-10T07:00:00Z', 'AST', puertoRico),
      createClockChange('2026-02-14T06:00:00Z', 'EST', newYork),
    ],
  });

  test('shows ten in the morning at port as ten in the morning on board', () => {
    assert.equal(clock.toDisplay(toDate('2026-02-11T15:00:00Z')).toISOString(), '2026-02-11T14:00:00.000Z');
    assert.deepEqual(clock.zoneAt(toDate('2026-02-11T14:00:00Z')), {
      id: puertoRico,
      abbreviation: 'AST',
      offsetSeconds: -4 * 3600,
    });
  });

  test('leaves times before the first change as they are', () => {
    const early = toDate('2026-02-10T06:59:59Z');
    assert.deepEqual([clock.toDisplay(early), clock.toPort(early)], [early, early]);
    assert.equal(clock.changeAt(early), undefined);
    assert.equal(clock.zoneAt(early).id, newYork);
    assert.equal(clock.zoneAt(early).abbreviation, 'EST');
  });

  test('applies a change from its exact instant on', () => {
    assert.equal(clock.changeAt(toDate('2026-02-10T07:00:00Z'))?.zoneID, puertoRico);
    assert.equal(clock.changeAt(toDate('2026-02-14T05:59:59.999Z'))?.zoneID, puertoRico);
    assert.equal(clock.changeAt(toDate('2026-02-14T06:00:00Z'))?.zoneID, newYork);
  });

  test('converts a display time back into port time', () => {
    assert.equal(clock.toPort(toDate('2026-02-11T14:00:00Z')).toISOString(), '2026-02-11T15:00:00.000Z');
    assert.equal(clock.toPort(toDate('2026-02-16T14:00:00.250Z')).toISOString(), '2026-02-16T14:00:00.250Z');
  });

  test('keeps a typed 5 p.m. at 5 p.m. wherever the ship will be', () => {
    const typedInPort = clock.inputToPort(toDate('2026-02-12T22:00:00Z'), toDate('2026-02-09T12:00:00Z'));
    assert.equal(formatWallClock(newYork, typedInPort), '2026-02-12T17:00:00');
    assert.equal(formatWallClock(puertoRico, clock.toDisplay(typedInPort)), '2026-02-12T17:00:00');
    const typedAtSea = clock.inputToPort(toDate('2026-02-15T21:00:00Z'), toDate('2026-02-11T12:00:00Z'));
    assert.equal(formatWallClock(newYork, clock.toDisplay(typedAtSea)), '2026-02-15T17:00:00');
  });

  test('sorts its changes; of two at one instant the later one counts', () => {
    const unsorted = createShipClock({
      portZone: newYork,
      changes: [
        createClockChange('2026-02-14T06:00:00Z', 'EST', newYork),
        createClockChange('2026-02-10T07:00:00Z', 'EST', newYork),
        createClockChange('2026-02-10T07:00:00Z', 'AST', puertoRico),
      ],
    });
    assert.equal(unsorted.changeAt(toDate('2026-02-11T00:00:00Z'))?.zoneID, puertoRico);
    assert.equal(unsorted.changes.at(-1)?.zoneID, newYork);
  });

  test('follows daylight saving at the port on the date of each time', () => {
    const atlantic = createShipClock({
      portZone: newYork,
      changes: [createClockChange('2025-03-01T00:00:00Z', 'AST', puertoRico)],
    });
    assert.equal(atlantic.toDisplay(toDate('2025-03-08T15:00:00Z')).toISOString(), '2025-03-08T14:00:00.000Z');
    assert.equal(atlantic.toDisplay(toDate('2025-03-10T14:00:00Z')).toISOString(), '2025-03-10T14:00:00.000Z');
  });

  test('doesn’t move a time in a repeated hour if both zones agree', () => {
    const home = createShipClock({
      portZone: newYork,
      changes: [createClockChange('2025-10-01T00:00:00Z', 'EDT', newYork)],
    });
    const secondHalfPastOne = toDate('2025-11-02T06:30:00Z');
    assert.equal(home.toDisplay(secondHalfPastOne), secondHalfPastOne);
    assert.equal(home.toPort(secondHalfPastOne), secondHalfPastOne);
  });

  test('rejects unknown zones', () => {
    assert.throws(() => createShipClock({ portZone: 'Sea/Middle', changes: [] }), /"Sea\/Middle" is not an IANA/);
    const changes = [createClockChange('2025-10-01T00:00:00Z', 'EDT', 'Eastern')];
    assert.throws(() => createShipClock({ portZone: newYork, changes }), RangeError);
  });

  test('handles the last instants a date can hold', () => {
    for (const end of [new Date(8.64e15), new Date(-8.64e15)]) {
      assert.ok(!Number.isNaN(clock.toDisplay(end).getTime()));
      assert.ok(!Number.isNaN(clock.toPort(end).getTime()));
    }
  });

  test('converts the times of 400 events within 20 ms', async () => {
    const times = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2026, 1, 10) + index * 1_800_000));
    const convertAll = async () => {
      const { milliseconds } = await measure(() => times.map((time) => clock.toDisplay(time)));
      return milliseconds;
    };
    await convertAll();
    const fastest = Math.min(await convertAll(), await convertAll(), await convertAll());
    assert.ok(fastest < 20, `${fastest} ms`);
  });
});

describe('zone abbreviations', () => {
  const clock = createShipClock({
    portZone: 'Europe/Paris',
    changes: [
      createClockChange('2026-03-21T09:00:00Z', 'PST', 'America/Los_Angeles'),
      createClockChange('2026-03-23T09:00:00Z', 'MST', 'America/Mazatlan'),
      createClockChange('2026-03-25T09:00:00Z', '', 'America/Mazatlan'),
      createClockChange('2026-03-27T09:00:00Z', 'XYZ', 'Europe/London'),
    ],
  });
  const abbreviationAt = (text: string) => clock.zoneAt(toDate(text)).abbreviation;

  test('come from the zone database, for the season, rather than from the file', () => {
    assert.equal(abbreviationAt('2026-03-22T00:00:00Z'), 'PDT');
    assert.equal(abbreviationAt('2026-11-22T00:00:00Z'), 'GMT');
  });

  test('come from the file if the database has none', () => {
    assert.equal(abbreviationAt('2026-03-24T00:00:00Z'), 'MST');
    assert.equal(clock.zoneAt(toDate('2026-03-24T00:00:00Z')).offsetSeconds, -7 * 3600);
  });

  test('are the UTC offset if neither has one', () => {
    assert.equal(abbreviationAt('2026-03-20T00:00:00Z'), 'GMT+1');
    assert.equal(abbreviationAt('2026-03-26T00:00:00Z'), 'GMT-7');
  });
});

describe('wall clock', () => {
  test('takes the first of two equal times when clocks go back', () => {
    assert.equal(formatInstant(newYork, '2025-11-02T01:30:00'), '2025-11-02T05:30:00.000Z');
    assert.equal(formatInstant(newYork, '2025-11-02T02:00:00'), '2025-11-02T07:00:00.000Z');
    assert.equal(formatInstant('Europe/Berlin', '2025-10-26T02:30:00'), '2025-10-26T00:30:00.000Z');
    assert.equal(formatInstant('America/St_Johns', '2010-11-07T00:00:30'), '2010-11-07T02:30:30.000Z');
    assert.equal(formatInstant('Australia/Lord_Howe', '2025-04-06T01:45:00'), '2025-04-05T14:45:00.000Z');
  });

  test('moves forward by the missing hour when clocks go forward', () => {
    assert.equal(formatInstant(newYork, '2025-03-09T01:59:59'), '2025-03-09T06:59:59.000Z');
    assert.equal(formatInstant(newYork, '2025-03-09T02:30:00'), '2025-03-09T07:30:00.000Z');
    assert.equal(formatInstant(newYork, '2025-03-09T03:00:00'), '2025-03-09T07:00:00.000Z');
    assert.equal(formatInstant('Pacific/Apia', '2011-12-30T12:00:00'), '2011-12-30T22:00:00.000Z');
  });

  test('accepts zones of the database, but no abbreviations or offsets', () => {
    for (const id of [newYork, 'UTC', 'EST', 'US/Pacific', 'America/Argentina/Ushuaia']) assert.ok(isZoneID(id), id);
    for (const id of ['', 'AST', 'PST', '+05:00', 'GMT-7', 'Mars/Phobos', 'local']) assert.ok(!isZoneID(id), id);
  });
});

describe('a real sailing', realData, () => {
  const secondChange = toDate('2026-03-23T09:00:00Z');
  const readEvents = () => readCalendar(readData('schedule.ics'), pacific);

  function assertWallClocksKept(clock: ShipClock): void {
    for (const { title, startTime, endTime } of readEvents()) {
      const shown = clock.toDisplay(startTime);
      assert.equal(formatWallClock(clock.zoneAt(shown).id, shown), formatWallClock(pacific, startTime), title);
      assert.deepEqual(clock.toPort(shown), startTime, title);
      // Some events end exactly when the clock skips an hour, so the end's zone is that of its port time.
      const zoneAtEnd = clock.changeAt(endTime)?.zoneID ?? pacific;
      assert.equal(formatWallClock(zoneAtEnd, clock.toDisplay(endTime)), formatWallClock(pacific, endTime), title);
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
    assert.equal(clock.zoneAt(toDate('2026-03-24T00:00:00Z')).abbreviation, 'MST');
    assert.equal(clock.zoneAt(toDate('2026-03-22T00:00:00Z')).abbreviation, 'PDT');
  });

  test('keeps every wall-clock time if the clock moves twice', () => {
    const clock = createShipClock({
      portZone: pacific,
      changes: [
        createClockChange('2026-03-21T09:00:00Z', 'PST', pacific),
        createClockChange('2026-03-23T09:00:00Z', 'CST', 'America/Costa_Rica'),
        createClockChange('2026-03-25T08:00:00Z', 'EST', 'America/Bogota'),
        createClockChange('2026-03-28T09:00:00Z', 'PST', pacific),
      ],
    });
    assertWallClocksKept(clock);
    const moved = readEvents().filter(
      (event) => clock.toDisplay(event.startTime).getTime() !== event.startTime.getTime(),
    );
    assert.equal(moved.length, 259);
  });
});
