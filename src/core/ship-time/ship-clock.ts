import { isZoneID } from '#platform/time/zone-id.ts';
import { moveWallClock } from './wall-clock.ts';
import { readZone } from './zone-readings.ts';

/** One row of the clock-change table (schedule rule 2). */
export interface TimeZoneChange {
  /** True instant at which the zone takes effect. */
  readonly activeAt: Date;
  /** As written in the file, such as `EST`. */
  readonly abbreviation: string;
  /** IANA id, such as `America/New_York`. */
  readonly zoneID: string;
}

/** The zone on board at an instant. */
export interface ZoneInForce {
  readonly id: string;
  readonly abbreviation: string;
  /** Offset from UTC in seconds; west is negative. */
  readonly offsetSeconds: number;
}

/**
 * Converts stored port times to true instants and back. Port times are wall clocks in the port zone (schedule rule 3).
 */
export interface ShipClock {
  readonly portZone: string;
  /** Earliest first. */
  readonly changes: readonly TimeZoneChange[];
  /** Returns the change in force; undefined before the first one, when the port zone applies (schedule rule 2). */
  changeAt(instant: Date): TimeZoneChange | undefined;
  zoneAt(instant: Date): ZoneInForce;
  /** Converts a stored port time to the instant that is shown (schedule rule 4). */
  toDisplay(portTime: Date): Date;
  /** Converts a true instant to port time (schedule rule 5). */
  toPort(display: Date): Date;
  /** Converts a future time as typed by a user, in the zone in force now, to port time (schedule rule 6). */
  inputToPort(display: Date, now: Date): Date;
}

/**
 * Changes may come in any order. If two have the same instant, the later one counts. Throws RangeError for an unknown
 * zone.
 */
export function createShipClock(table: { portZone: string; changes: readonly TimeZoneChange[] }): ShipClock {
  const { portZone } = table;
  const changes = table.changes.toSorted((a, b) => a.activeAt.getTime() - b.activeAt.getTime());
  for (const zoneID of [portZone, ...changes.map((change) => change.zoneID)]) assertKnownZone(zoneID);

  const changeAt = (instant: Date) => changes.findLast((change) => change.activeAt.getTime() <= instant.getTime());
  const zoneIDAt = (instant: Date) => changeAt(instant)?.zoneID ?? portZone;

  return {
    portZone,
    changes,
    changeAt,
    zoneAt: (instant) => describeZone(portZone, changeAt(instant), instant),
    toDisplay: (portTime) => moveWallClock(portTime, portZone, zoneIDAt(portTime)),
    toPort: (display) => moveWallClock(display, zoneIDAt(display), portZone),
    inputToPort: (display, now) => moveWallClock(display, zoneIDAt(now), portZone),
  };
}

function assertKnownZone(zoneID: string): void {
  if (!isZoneID(zoneID)) throw new RangeError(`"${zoneID}" is not an IANA time zone`);
}

function describeZone(portZone: string, change: TimeZoneChange | undefined, instant: Date): ZoneInForce {
  const id = change?.zoneID ?? portZone;
  const { offsetSeconds, shortName } = readZone(id, instant.getTime());
  // Schedule rule 12: the zone database's abbreviation, else the file's, else the offset as the database writes it.
  const abbreviation = isAbbreviation(shortName) ? shortName : change?.abbreviation || shortName;
  return { id, abbreviation, offsetSeconds };
}

/** `GMT-7` is only an offset; `GMT` and `UTC` alone are abbreviations. */
const isAbbreviation = (shortName: string): boolean => !/^(?:GMT|UTC)./.test(shortName);
