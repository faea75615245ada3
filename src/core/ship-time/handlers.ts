import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { shipTimeApi } from './api.ts';
import { reloadTimeZones } from './import-time-zones.ts';
import { presentTimeZoneChanges } from './present.ts';
import { getShipClock } from './ship-time.ts';

export function shipTimeHandlers(context: Context): Handlers<typeof shipTimeApi> {
  return {
    timeZoneChanges: () => presentTimeZoneChanges(getShipClock(context), context.clock.now()),
    reloadTimeZones: ({ write }) => write(() => reloadTimeZones(context)),
  };
}
