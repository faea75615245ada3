import { createVersion, createVersionByKey } from '#area/caches.ts';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { installation } from '#core/settings/tables.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import type { Cruise } from './cruise-days.ts';
import { choosePortZone, type PortZone, portZoneFact, readFixedPortZone, writeFixedPortZone } from './port-zone.ts';
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
  const basis = [getChangesVersion(context), getFactVersion(context, portZoneFact)];
  return clocksCache(context).get('', basis, () => readClocks(context));
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
 * The clock in force. As long as nothing it depends on changes it is the very same object, and so is the cruise, so that
 * what was computed with an earlier one can be recognized.
 */
export const getShipClock = (context: Context): ShipClock => getClocks(context).clock;

/** The clock of the port zone, which knows no clock changes. */
export const getPortClock = (context: Context): ShipClock => getClocks(context).portClock;

const sailingCache = createOncePerInstance((context) => createDerivedCache<Sailing>(context.caches, { max: 1 }));

/** The sailing's dates, and where they come from. */
export function getSailing(context: Context): Sailing {
  const { portZone } = getClocks(context);
  const span = getEventSpan(context);
  return sailingCache(context).get('', [portZone, span], () => buildSailing(context.config, portZone.zoneID, span));
}

/** The sailing's dates in the port zone (schedule rule 1, decision 44). */
export const getCruise = (context: Context): Cruise => getSailing(context).cruise;

/** The port zone in force, and where it comes from. */
export const getPortZone = (context: Context): PortZone => getClocks(context).portZone;

/**
 * Whatever stores a port time calls this: from the first one on the port zone is fixed, since another one would move all
 * that is stored (decision 44).
 */
export function fixPortZone(context: WriteContext): void {
  const { zoneID, origin } = getPortZone(context);
  if (origin === 'fixed') return;
  writeFixedPortZone(context.db, zoneID);
}
