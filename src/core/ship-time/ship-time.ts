import { createVersion, createVersionByKey } from '#area/caches.ts';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { installation } from '#core/settings/tables.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import type { Cruise } from './cruise-days.ts';
import { choosePortZone, type PortZone, portZoneFactName, readFixedPortZone, writeFixedPortZone } from './port-zone.ts';
import { buildSailing, getEventSpan, type Sailing } from './sailing.ts';
import { createShipClock, type ShipClock } from './ship-clock.ts';
import { findTimeZoneChanges } from './store.ts';
import { timeZoneChanges } from './tables.ts';

interface ShipClocks {
  readonly portZone: PortZone;
  readonly clock: ShipClock;
  readonly portClock: ShipClock;
}

const clocksCache = createOncePerInstance((context) => createDerivedCache<ShipClocks>(context.caches, { max: 1 }));
const getChangesVersion = createVersion([timeZoneChanges]);
const getFactVersion = createVersionByKey([{ table: installation, key: installation.name }]);

function getClocks(context: Context): ShipClocks {
  const dependencies = [getChangesVersion(context), getFactVersion(context, portZoneFactName)];
  return clocksCache(context).get('', dependencies, () => readClocks(context));
}

function readClocks({ db, config }: Context): ShipClocks {
  const changes = findTimeZoneChanges(db);
  const portZone = choosePortZone(readFixedPortZone(db), config.portTimeZone, changes);
  return {
    portZone,
    clock: createShipClock({ portZone: portZone.zoneID, changes }),
    portClock: createShipClock({ portZone: portZone.zoneID, changes: [] }),
  };
}

/**
 * Returns the current clock. While its dependencies stay the same, clock and cruise are the same objects, so values
 * computed from them can be validated by identity.
 */
export const getShipClock = (context: Context): ShipClock => getClocks(context).clock;

/** Returns the clock of the port zone, without clock changes. */
export const getPortClock = (context: Context): ShipClock => getClocks(context).portClock;

const sailingCache = createOncePerInstance((context) => createDerivedCache<Sailing>(context.caches, { max: 1 }));

/** Returns the sailing's dates and their origin. */
export function getSailing(context: Context): Sailing {
  const { portZone } = getClocks(context);
  const span = getEventSpan(context);
  return sailingCache(context).get('', [portZone, span], () => buildSailing(context.config, portZone.zoneID, span));
}

/** Returns the sailing's dates in the port zone (schedule rule 1, decision 44). */
export const getCruise = (context: Context): Cruise => getSailing(context).cruise;

/** Returns the current port zone and its origin. */
export const getPortZone = (context: Context): PortZone => getClocks(context).portZone;

/**
 * Fixes the port zone. Call this when storing a port time: once one is stored, another zone would move all of them
 * (decision 44).
 */
export function fixPortZone(context: WriteContext): void {
  const { zoneID, origin } = getPortZone(context);
  if (origin === 'fixed') return;
  writeFixedPortZone(context.db, zoneID);
}
