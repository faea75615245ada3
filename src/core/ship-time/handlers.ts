import type { Context, Handlers } from '#area/context.ts';
import type { shipTimeApi } from './api.ts';
import { reloadTimeZones } from './import-time-zones.ts';
import { presentTimeZoneChanges } from './present.ts';
import { getShipClock } from './ship-time.ts';

export function shipTimeHandlers(context: Context): Handlers<typeof shipTimeApi> {
  return {
    timeZoneChanges: () => presentTimeZoneChanges(getShipClock(context), context.clock.now()),
    reloadTimeZones: ({ write }) => write((context) => reloadTimeZones(context)),
  };
}
