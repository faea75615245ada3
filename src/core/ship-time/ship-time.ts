import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { cacheValue } from '#platform/caches.ts';
import type { Cruise } from './cruise-days.ts';
import { findWantedPortZone, type PortZone, readFixedPortZone, writeFixedPortZone } from './port-zone.ts';
import { buildSailing, getEventSpan, type Sailing } from './sailing.ts';
import { createShipClock, type ShipClock } from './ship-clock.ts';
import { findTimeZoneChanges } from './store.ts';

interface ShipTime {
  readonly portZone: PortZone;
  readonly clock: ShipClock;
  readonly sailing: Sailing;
}

const shipTimeCache = createOncePerInstance((context) => cacheValue(context.caches, () => readShipTime(context)));

function readShipTime({ db, config }: Context): ShipTime {
  const changes = findTimeZoneChanges(db);
  const fixed = readFixedPortZone(db);
  const portZone: PortZone =
    fixed === undefined ? findWantedPortZone(config.portTimeZone, changes) : { zoneID: fixed, origin: 'fixed' };
  return {
    portZone,
    clock: createShipClock({ portZone: portZone.zoneID, changes }),
    sailing: buildSailing(config, portZone.zoneID, getEventSpan(db)),
  };
}

/**
 * The clock in force. As long as nothing it depends on changes it is the very same object, and so is `getCruise`: what was
 * worked out with an earlier clock can be told by it.
 */
export const getShipClock = (context: Context): ShipClock => shipTimeCache(context).get().clock;

/** The sailing's dates in the port zone (schedule rule 1, decision 44). */
export const getCruise = (context: Context): Cruise => shipTimeCache(context).get().sailing.cruise;

export const getSailing = (context: Context): Sailing => shipTimeCache(context).get().sailing;
export const getPortZone = (context: Context): PortZone => shipTimeCache(context).get().portZone;

/** To be called by whatever has changed clock changes, the port zone or the times of events. */
export function invalidateShipTime(context: WriteContext): void {
  context.db.invalidate(() => shipTimeCache(context).invalidate());
}

/**
 * To be called, inside its transaction, by whatever stores a port time: from the first one on the port zone is fixed,
 * since another one would move all that is stored (decision 44).
 */
export function fixPortZone(context: WriteContext): void {
  const { zoneID, origin } = getPortZone(context);
  if (origin === 'fixed') return;
  writeFixedPortZone(context.db, zoneID);
  invalidateShipTime(context);
}
