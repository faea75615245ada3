import { dayMilliseconds, hourMilliseconds, readWallClock, resolveWallClock } from './wall-clock.ts';

/** The sailing (schedule rule 1). */
export interface Cruise {
  /** Embarkation day, `yyyy-mm-dd`. */
  readonly startDate: string;
  /** Partial days count. */
  readonly lengthDays: number;
  readonly portZone: string;
}

/** Port times from `start` (inclusive) to `end` (exclusive). */
export interface DayWindow {
  readonly start: Date;
  readonly end: Date;
}

/** Hour of the wall clock at which a cruise day begins and the previous one ends (schedule rule 8, decision 24). */
const cruiseDayBeginsAtHour = 3;

// Day indexes come from queries, and their days must fit in a Date. A century in both directions is enough.
const maxDayIndex = 36_525;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;

/** Returns midnight of the embarkation day in the port zone (schedule rule 1). */
export const getCruiseStart = (cruise: Cruise): Date => getMidnight(cruise, 0);

/** Returns midnight at the end of the last day. Days are calendar days, even if clocks change (schedule rule 10). */
export const getCruiseEnd = (cruise: Cruise): Date => getMidnight(cruise, cruise.lengthDays);

/** Returns the date of the cruise day that contains the instant, `yyyy-mm-dd` (schedule rule 8). */
export function getDateOfCruiseDay(portZone: string, instant: Date): string {
  const wallClock = readWallClock(portZone, instant) - cruiseDayBeginsAtHour * hourMilliseconds;
  return new Date(Math.max(firstDate, Math.min(lastDate, wallClock))).toISOString().slice(0, 10);
}

/** Limits years to those that fit the date format. */
const [firstDate, lastDate] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')];

/** Whether the index, 0 for embarkation day, is a day of the sailing. */
export const isCruiseDay = (cruise: Cruise, index: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < cruise.lengthDays;

/** Returns the cruise day with this index, 0 for embarkation day, negative before it (schedule rule 8). */
export function getDayWindow(cruise: Cruise, index: number): DayWindow {
  const bounded = Math.max(-maxDayIndex, Math.min(maxDayIndex, Math.trunc(index)));
  return { start: getCruiseDayStart(cruise, bounded), end: getCruiseDayStart(cruise, bounded + 1) };
}

/**
 * Returns the index of the calendar day that contains the instant, for the query `date` (schedule, Query of GET
 * /events).
 */
export const getIndexOfDate = (cruise: Cruise, instant: Date): number =>
  Math.floor((readWallClock(cruise.portZone, instant) - getEmbarkation(cruise)) / dayMilliseconds);

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const numberedWeekdays = new Map([
  ['1sa', { weekday: 6, weeks: 0 }],
  ['2sa', { weekday: 6, weeks: 1 }],
  ['1su', { weekday: 0, weeks: 0 }],
  ['2su', { weekday: 0, weeks: 1 }],
]);

/**
 * Returns the index of a day named by the query `day`. Unknown words mean embarkation day (schedule, Query of GET
 * /events).
 */
export function parseDayWord(cruise: Cruise, word: string): number {
  const letters = word.slice(0, 3).toLowerCase();
  const numbered = numberedWeekdays.get(letters);
  if (numbered) return getIndexOfWeekday(cruise, numbered.weekday) + 7 * numbered.weeks;
  const weekday = weekdays.indexOf(letters);
  return weekday < 0 ? 0 : getIndexOfWeekday(cruise, weekday);
}

const minuteMilliseconds = 60_000;

/**
 * Returns the first time since the start of the sailing with this weekday, 0 for Sunday, and this time of day (schedule
 * rule 75).
 */
export const resolveStart = (cruise: Cruise, weekday: number, minutes: number): Date =>
  resolveWallClock(
    cruise.portZone,
    getEmbarkation(cruise) + getIndexOfWeekday(cruise, weekday) * dayMilliseconds + minutes * minuteMilliseconds,
  );

/** Returns the index of the first day of the sailing with this weekday, 0 for Sunday. */
const getIndexOfWeekday = (cruise: Cruise, weekday: number): number =>
  (7 + weekday - getWeekday(getEmbarkation(cruise))) % 7;

/**
 * Returns `now` in whole seconds; outside the sailing, moves it to the same weekday and time in its first week
 * (schedule rule 10).
 */
export function moveIntoCruiseWeek(cruise: Cruise, now: Date): Date {
  const isSailing = now >= getCruiseStart(cruise) && now <= getCruiseEnd(cruise);
  return isSailing ? truncateToSeconds(now) : locateInCruiseWeek(cruise, now, cruise.portZone);
}

/**
 * Returns the same weekday and time in the first week of the sailing, in whole seconds. Both are interpreted in
 * `zoneID` (schedule rule 94 uses the zone at cruise start).
 */
export function locateInCruiseWeek(cruise: Cruise, instant: Date, zoneID: string): Date {
  const wallClock = readWallClock(zoneID, truncateToSeconds(instant));
  const timeOfDay = wallClock - getStartOfDay(wallClock);
  const day = getEmbarkation(cruise) + getIndexOfWeekday(cruise, getWeekday(wallClock)) * dayMilliseconds;
  return resolveWallClock(zoneID, day + timeOfDay);
}

const getMidnight = (cruise: Cruise, index: number): Date =>
  resolveWallClock(cruise.portZone, getEmbarkation(cruise) + index * dayMilliseconds);

const getCruiseDayStart = (cruise: Cruise, index: number): Date =>
  resolveWallClock(
    cruise.portZone,
    getEmbarkation(cruise) + index * dayMilliseconds + cruiseDayBeginsAtHour * hourMilliseconds,
  );

/** Returns the wall clock of midnight on embarkation day. */
function getEmbarkation({ startDate }: Cruise): number {
  const midnightOfUTC = new Date(`${startDate}T00:00:00Z`);
  // Date parses 30 February as 2 March.
  const isDate = dateForm.test(startDate) && !Number.isNaN(midnightOfUTC.getTime());
  if (!isDate || !midnightOfUTC.toISOString().startsWith(startDate)) {
    throw new RangeError(`"${startDate}" is not a date of the form yyyy-mm-dd`);
  }
  return midnightOfUTC.getTime();
}

const getStartOfDay = (wallClock: number): number => Math.floor(wallClock / dayMilliseconds) * dayMilliseconds;
const getWeekday = (wallClock: number): number => new Date(wallClock).getUTCDay();

/** Returns the instant without fractional seconds. */
export const truncateToSeconds = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 1000) * 1000);
