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
  wholeSeconds,
} from './cruise-days.ts';
export { importTimeZones } from './import-time-zones.ts';
export { complaintAboutPortZone, describePortZone, portZoneWarnings } from './port-zone.ts';
export { momentOfReference, referenceInstant, runsEvenlyUntil } from './reference-time.ts';
export { deriveSailingFrom, describeSailing, type EventSpan, sailingOf } from './sailing.ts';
export { createShipClock, type ShipClock, type TimeZoneChange, type ZoneInForce } from './ship-clock.ts';
export { cruise, fixPortZone, portZone, sailing, shipClock, shipTimeChanged } from './ship-time.ts';
export { readTimeZoneFile, type TimeZoneFile } from './time-zone-file.ts';
export { instantOfWallClock, wallClockOf } from './wall-clock.ts';
