import { isZoneID } from '#platform/time/zone-id.ts';
import { moveWallClock } from './wall-clock.ts';
import { readZone } from './zone-readings.ts';

/** One row of the clock-change table (schedule rule 2). */
export interface TimeZoneChange {
  /** True instant from which the zone is in force. */
  readonly activeAt: Date;
  /** As written in the file, such as `EST`. */
  readonly abbreviation: string;
  /** IANA id, such as `America/New_York`. */
  readonly zoneID: string;
}

/** The zone on board at some instant. */
export interface ZoneInForce {
  readonly id: string;
  readonly abbreviation: string;
  /** Offset from UTC in seconds; west is negative. */
  readonly offsetSeconds: number;
}

/** Turns stored port times into true instants and back; port times are wall clocks read in the port zone (schedule rule 3). */
export interface ShipClock {
  readonly portZone: string;
  /** Earliest first. */
  readonly changes: readonly TimeZoneChange[];
  /** The change in force; undefined before the first one, when the port zone applies (schedule rule 2). */
  changeAt(instant: Date): TimeZoneChange | undefined;
  zoneAt(instant: Date): ZoneInForce;
  /** Stored port time to the instant that is shown (schedule rule 4). */
  toDisplay(portTime: Date): Date;
  /** True instant to port time (schedule rule 5). */
  toPort(display: Date): Date;
  /** A future time as a user typed it, by the zone in force now, to port time (schedule rule 6). */
  inputToPort(display: Date, now: Date): Date;
}

/** Changes may come in any order; of two at the same instant the later counts. Throws RangeError for an unknown zone. */
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
  // Schedule rule 12: the zone database's word, else the file's own, else the offset as the database writes it.
  const abbreviation = isWord(shortName) ? shortName : change?.abbreviation || shortName;
  return { id, abbreviation, offsetSeconds };
}

/** `GMT-7` says only the offset; `GMT` and `UTC` alone are words. */
const isWord = (shortName: string): boolean => !/^(?:GMT|UTC)./.test(shortName);
