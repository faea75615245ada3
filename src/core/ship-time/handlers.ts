import type { Context, Handlers } from '#area/context.ts';
import type { shipTimeApi } from './api.ts';
import { reloadTimeZones } from './import-time-zones.ts';
import type { TimeZoneChangeData } from './records.ts';
import type { ShipClock } from './ship-clock.ts';
import { getShipClock } from './ship-time.ts';

function presentTimeZoneChanges({ changes, zoneAt }: ShipClock, now: Date): TimeZoneChangeData {
  const current = zoneAt(now);
  return {
    records: changes.map(({ activeAt, abbreviation, zoneID }) => ({
      activeDate: activeAt,
      timeZoneAbbrev: abbreviation,
      timeZoneID: zoneID,
    })),
    currentTimeZoneAbbrev: current.abbreviation,
    currentTimeZoneID: current.id,
    currentOffsetSeconds: current.offsetSeconds,
  };
}

export function shipTimeHandlers(context: Context): Handlers<typeof shipTimeApi> {
  return {
    timeZoneChanges: () => presentTimeZoneChanges(getShipClock(context), context.clock.now()),
    reloadTimeZones: ({ write }) => write(reloadTimeZones),
  };
}
