import type { Context, Handlers } from '#area/context.ts';
import type { shipTimeApi } from './api.ts';
import { reloadTimeZones } from './import-time-zones.ts';
import type { TimeZoneChangeData } from './records.ts';
import type { ShipClock, ZoneInForce } from './ship-clock.ts';
import { getShipClock } from './ship-time.ts';

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
    timeZoneChanges: () => {
      const clock = getShipClock(context);
      return presentTimeZoneChanges(clock, clock.zoneAt(context.clock.now()));
    },
    reloadTimeZones: ({ write }) => write(reloadTimeZones),
  };
}
