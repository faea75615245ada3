export {
  type Cruise,
  cruiseEnd,
  cruiseStart,
  cruiseWeekInstant,
  type DayWindow,
  dayWindow,
  indexOfDate,
  indexOfDayWord,
  isCruiseDay,
  placeInCruiseWeek,
  wholeSeconds,
} from './cruise-days.ts';
export { importTimeZones } from './import-time-zones.ts';
export { complaintAboutPortZone, describePortZone, portZoneWarnings } from './port-zone.ts';
export { momentOfReference, referenceInstant, runsEvenlyUntil } from './reference-time.ts';
export { deriveSailingFrom, describeSailing, sailingOf } from './sailing.ts';
export { createShipClock, type ShipClock, type TimeZoneChange, type ZoneInForce } from './ship-clock.ts';
export { cruise, fixPortZone, portZone, sailing, shipClock, shipTimeChanged } from './ship-time.ts';
export { readTimeZoneFile } from './time-zone-file.ts';
export { instantOfWallClock, wallClockOf } from './wall-clock.ts';
