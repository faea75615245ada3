import type { AppointmentData } from '#area/appointments.ts';
import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { cacheJson } from '#platform/json.ts';

const sourcesOfInstance = createOncePerInstance((context) =>
  listAreas(context).flatMap(({ appointments }) => (appointments ? [appointments(context)] : [])),
);

const listCache = createOncePerInstance((context) =>
  createDerivedCache<AppointmentData[]>(context.caches, { max: 20_000 }),
);

const none: AppointmentData[] = cacheJson([]);

/**
 * Everything that the viewer has planned, past appointments too, by start: the one source of plans, of what's next, and of
 * what clashes. Returns the same array until something in it changes.
 */
export function listAppointments(context: Context, viewer: Caller): AppointmentData[] {
  const lists = sourcesOfInstance(context)
    .map((source) => source(viewer))
    .filter((list) => list.length > 0);
  if (lists.length === 0) return none;
  return listCache(context).get(viewer.userID, lists, () => cacheJson(mergeLists(lists)));
}

function mergeLists(lists: readonly (readonly AppointmentData[])[]): AppointmentData[] {
  const byID = new Map<string, AppointmentData>();
  for (const one of lists.flat()) byID.set(one.id, { ...byID.get(one.id), ...one });
  return [...byID.values()].sort((left, right) => left.startTime.getTime() - right.startTime.getTime());
}
