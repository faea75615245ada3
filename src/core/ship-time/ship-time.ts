import { type Context, perContext } from '#context';
import { remembered } from '#platform/caches.ts';
import type { Cruise } from './cruise-days.ts';
import { type PortZone, readFixedPortZone, wantedPortZone, writeFixedPortZone } from './port-zone.ts';
import { type Sailing, sailingOf, spanOfEvents } from './sailing.ts';
import { createShipClock, type ShipClock } from './ship-clock.ts';
import { findTimeZoneChanges } from './store.ts';

interface ShipTime {
  readonly portZone: PortZone;
  readonly clock: ShipClock;
  readonly sailing: Sailing;
}

const held = perContext((context) => remembered(context.caches, () => readShipTime(context)));

function readShipTime({ db, config }: Context): ShipTime {
  const changes = findTimeZoneChanges(db);
  const fixed = readFixedPortZone(db);
  const portZone: PortZone =
    fixed === undefined ? wantedPortZone(config.portTimeZone, changes) : { zoneID: fixed, origin: 'fixed' };
  return {
    portZone,
    clock: createShipClock({ portZone: portZone.zoneID, changes }),
    sailing: sailingOf(config, portZone.zoneID, spanOfEvents(db)),
  };
}

/**
 * The clock in force. As long as nothing it depends on changes it is the very same object, and so is `cruise`: what was
 * worked out with an earlier clock can be told by it.
 */
export const shipClock = (context: Context): ShipClock => held(context).get().clock;

/** The sailing's dates in the port zone (schedule rule 1, decision 44). */
export const cruise = (context: Context): Cruise => held(context).get().sailing.cruise;

export const sailing = (context: Context): Sailing => held(context).get().sailing;
export const portZone = (context: Context): PortZone => held(context).get().portZone;

/** To be called by whatever has changed clock changes, the port zone or the times of events. */
export function shipTimeChanged(context: Context): void {
  context.db.invalidate(() => held(context).drop());
}

/**
 * To be called, inside its transaction, by whatever stores a port time: from the first one on the port zone is fixed,
 * since another one would move all that is stored (decision 44).
 */
export function fixPortZone(context: Context): void {
  const { zoneID, origin } = portZone(context);
  if (origin === 'fixed') return;
  writeFixedPortZone(context.db, zoneID);
  shipTimeChanged(context);
}
