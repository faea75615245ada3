import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { cacheValue } from '#platform/caches.ts';
import type { Cruise } from './cruise-days.ts';
import { choosePortZone, type PortZone, readFixedPortZone, writeFixedPortZone } from './port-zone.ts';
import { buildSailing, getEventSpan, type Sailing } from './sailing.ts';
import { createShipClock, type ShipClock } from './ship-clock.ts';
import { findTimeZoneChanges } from './store.ts';

interface ShipTime {
  readonly portZone: PortZone;
  readonly clock: ShipClock;
  readonly portClock: ShipClock;
  readonly sailing: Sailing;
}

const shipTimeCache = createOncePerInstance((context) => cacheValue(context.caches, () => readShipTime(context)));

function readShipTime({ db, config }: Context): ShipTime {
  const changes = findTimeZoneChanges(db);
  const portZone = choosePortZone(readFixedPortZone(db), config.portTimeZone, changes);
  return {
    portZone,
    clock: createShipClock({ portZone: portZone.zoneID, changes }),
    portClock: createShipClock({ portZone: portZone.zoneID, changes: [] }),
    sailing: buildSailing(config, portZone.zoneID, getEventSpan(db)),
  };
}

/**
 * The clock in force. As long as nothing it depends on changes it is the very same object, and so is the cruise, so that
 * what was computed with an earlier one can be recognized.
 */
export const getShipClock = (context: Context): ShipClock => shipTimeCache(context).get().clock;

/** The clock of the port zone, which knows no clock changes. */
export const getPortClock = (context: Context): ShipClock => shipTimeCache(context).get().portClock;

/** The sailing's dates in the port zone (schedule rule 1, decision 44). */
export const getCruise = (context: Context): Cruise => shipTimeCache(context).get().sailing.cruise;

/** The sailing's dates, and where they come from. */
export const getSailing = (context: Context): Sailing => shipTimeCache(context).get().sailing;
/** The port zone in force, and where it comes from. */
export const getPortZone = (context: Context): PortZone => shipTimeCache(context).get().portZone;

/** Whatever changes clock changes, the port zone or the times of events calls this. */
export function invalidateShipTime(context: WriteContext): void {
  context.db.invalidate(() => shipTimeCache(context).invalidate());
}

/**
 * Whatever stores a port time calls this: from the first one on the port zone is fixed, since another one would move all
 * that is stored (decision 44).
 */
export function fixPortZone(context: WriteContext): void {
  const { zoneID, origin } = getPortZone(context);
  if (origin === 'fixed') return;
  writeFixedPortZone(context.db, zoneID);
  invalidateShipTime(context);
}
