export {
  type Cruise,
  cruiseEnd,
  cruiseStart,
  cruiseWeekInstant,
  type DayWindow,
  dayWindow,
  indexOfCruiseDay,
  indexOfDate,
  indexOfDayWord,
  indexOfDefaultDay,
  indexOfWeekday,
  isCruiseDay,
  lastMidnight,
  placeInCruiseWeek,
} from './cruise-days.ts';
export { createShipClock, type ShipClock, type TimeZoneChange, type ZoneInForce } from './ship-clock.ts';
export { readTimeZoneFile, type TimeZoneFile } from './time-zone-file.ts';
export { instantOfWallClock, wallClockOf } from './wall-clock.ts';
export { isZoneID } from './zone-readings.ts';
