import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Cruise,
  getCruiseEnd,
  getCruiseStart,
  getDayWindow,
  getIndexOfDate,
  isCruiseDay,
  locateInCruiseWeek,
  moveIntoCruiseWeek,
  parseDayWord,
} from '#core/ship-time/index.ts';
import { formatWallClock, newYork, puertoRico } from '../support/ship-time.ts';

const toDate = (text: string) => new Date(text);

describe('cruise days', () => {
  const cruise: Cruise = { startDate: '2025-03-02', lengthDays: 8, portZone: newYork };

  test('begin at midnight of the start date in the port zone, and count calendar days', () => {
    assert.equal(getCruiseStart(cruise).toISOString(), '2025-03-02T05:00:00.000Z');
    assert.equal(getCruiseEnd(cruise).toISOString(), '2025-03-10T04:00:00.000Z');
  });

  test('run from 3 a.m. to 3 a.m.', () => {
    const { start, end } = getDayWindow(cruise, 0);
    assert.deepEqual(
      [start.toISOString(), end.toISOString()],
      ['2025-03-02T08:00:00.000Z', '2025-03-03T08:00:00.000Z'],
    );
    assert.deepEqual(getDayWindow(cruise, 1).start, end);
  });

  test('are an hour shorter when clocks go forward', () => {
    const { start, end } = getDayWindow(cruise, 6);
    assert.deepEqual(
      [start.toISOString(), end.toISOString()],
      ['2025-03-08T08:00:00.000Z', '2025-03-09T07:00:00.000Z'],
    );
  });

  test('are computed even far outside the calendar', () => {
    for (const index of [1e12, -1e12]) assert.ok(!Number.isNaN(getDayWindow(cruise, index).end.getTime()));
    assert.deepEqual(
      [-1, 0, 7, 8, 0.5].map((index) => isCruiseDay(cruise, index)),
      [false, true, true, false, false],
    );
  });

  test('given as a date are calendar days, from midnight to midnight', () => {
    assert.equal(getIndexOfDate(cruise, toDate('2025-03-05T06:00:00Z')), 3);
    assert.equal(getIndexOfDate(cruise, toDate('2025-03-02T04:59:59Z')), -1);
  });

  test('can be given by name, counted from embarkation', () => {
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

  test('reject an invalid start date', () => {
    for (const startDate of ['2025-02-30', '2025-3-2', '', 'soon']) {
      assert.throws(() => getCruiseStart({ ...cruise, startDate }), RangeError);
    }
  });
});

describe('cruise week', () => {
  const cruise: Cruise = { startDate: '2024-03-09', lengthDays: 8, portZone: newYork };

  test('maps a Wednesday in August to the Wednesday of the sailing, by its clock', () => {
    const projected = moveIntoCruiseWeek(cruise, toDate('2024-08-14T18:05:09.700Z'));
    assert.equal(formatWallClock(newYork, projected), '2024-03-13T14:05:09');
    assert.equal(projected.toISOString(), '2024-03-13T18:05:09.000Z');
  });

  test('maps winter to summer time by the wall clock', () => {
    assert.equal(moveIntoCruiseWeek(cruise, toDate('2024-01-10T19:00:00Z')).toISOString(), '2024-03-13T18:00:00.000Z');
  });

  test('leaves times during the sailing unchanged, except fractions of a second', () => {
    assert.equal(
      moveIntoCruiseWeek(cruise, toDate('2024-03-16T12:00:00.900Z')).toISOString(),
      '2024-03-16T12:00:00.000Z',
    );
    assert.deepEqual(moveIntoCruiseWeek(cruise, getCruiseStart(cruise)), getCruiseStart(cruise));
    assert.deepEqual(moveIntoCruiseWeek(cruise, getCruiseEnd(cruise)), getCruiseEnd(cruise));
  });

  test('maps a day after the first week back into it, by the clock of a given zone', () => {
    const secondSaturday = toDate('2024-03-16T14:00:00Z');
    assert.equal(locateInCruiseWeek(cruise, secondSaturday, newYork).toISOString(), '2024-03-09T15:00:00.000Z');
    assert.equal(locateInCruiseWeek(cruise, secondSaturday, puertoRico).toISOString(), '2024-03-09T14:00:00.000Z');
  });
});
