import type { AppointmentData } from '#area/appointments.ts';
import { listAreas } from '#area/area.ts';
import type { Version } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';

const sourcesOfInstance = createOncePerInstance((context) =>
  listAreas(context).flatMap(({ appointments }) => (appointments ? [appointments(context)] : [])),
);

/** Returns a number that rises when the viewer's appointments may have changed. */
export const getAppointmentsVersion = (context: Context, viewer: Caller): Version =>
  Math.max(0, ...sourcesOfInstance(context).map((source) => source.version(viewer)));

/**
 * Lists everything the viewer has planned, including past appointments, by start. Plans, what's next, and conflicts all
 * use this list.
 */
export function listAppointments(context: Context, viewer: Caller): AppointmentData[] {
  const byID = new Map<string, AppointmentData>();
  const all = sourcesOfInstance(context).flatMap((source) => source.list(viewer));
  for (const one of all) byID.set(one.id, { ...byID.get(one.id), ...one });
  return [...byID.values()].sort((left, right) => left.startTime.getTime() - right.startTime.getTime());
}
