import { type Context, createOncePerInstance, type Handlers } from '#area/context.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { cacheJson } from '#platform/json.ts';
import type { shipTimeApi } from './api.ts';
import { reloadTimeZones } from './import-time-zones.ts';
import type { TimeZoneChangeData } from './records.ts';
import type { ShipClock, ZoneInForce } from './ship-clock.ts';
import { getShipClock } from './ship-time.ts';

const changesCache = createOncePerInstance((context) =>
  createDerivedCache<TimeZoneChangeData>(context.caches, { max: 1 }),
);

/** The very same record as long as nothing in it changes: every page asks for it. */
function listTimeZoneChanges(context: Context): TimeZoneChangeData {
  const clock = getShipClock(context);
  const current = clock.zoneAt(context.clock.now());
  const basis = [clock, current.id, current.abbreviation, current.offsetSeconds];
  return changesCache(context).get('', basis, () => cacheJson(presentTimeZoneChanges(clock, current)));
}

const presentTimeZoneChanges = ({ changes }: ShipClock, current: ZoneInForce): TimeZoneChangeData => ({
  records: changes.map(({ activeAt, abbreviation, zoneID }) => ({
    activeDate: activeAt,
    timeZoneAbbrev: abbreviation,
    timeZoneID: zoneID,
  })),
  currentTimeZoneAbbrev: current.abbreviation,
  currentTimeZoneID: current.id,
  currentOffsetSeconds: current.offsetSeconds,
});

export function shipTimeHandlers(context: Context): Handlers<typeof shipTimeApi> {
  return {
    timeZoneChanges: () => listTimeZoneChanges(context),
    reloadTimeZones: ({ write }) => write(reloadTimeZones),
  };
}
