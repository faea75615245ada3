export {
  type Cruise,
  type DayWindow,
  getCruiseEnd,
  getCruiseStart,
  getDayWindow,
  getIndexOfDate,
  isCruiseDay,
  locateInCruiseWeek,
  moveIntoCruiseWeek,
  parseDayWord,
  resolveStart,
  truncateToSeconds,
} from './cruise-days.ts';
export { importTimeZones } from './import-time-zones.ts';
export { describePortZone, describePortZoneProblem, warnAboutPortZone } from './port-zone.ts';
export {
  computeNextTransition,
  computeReferenceInstant,
  computeReminderTimes,
  type ReminderTimes,
} from './reference-time.ts';
export { buildSailing, deriveSailingFrom, describeSailing } from './sailing.ts';
export { createShipClock, type ShipClock, type TimeZoneChange, type ZoneInForce } from './ship-clock.ts';
export {
  fixPortZone,
  getCruise,
  getPortClock,
  getPortZone,
  getSailing,
  getShipClock,
} from './ship-time.ts';
export { readTimeZoneFile } from './time-zone-file.ts';
export { readWallClock, resolveWallClock } from './wall-clock.ts';
