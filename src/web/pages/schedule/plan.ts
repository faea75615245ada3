import { fezApi } from '#features/fez/api.ts';
import { type FezData, type FezType, kinds } from '#features/fez/records.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { pathToReadOn } from '../../frame/chats.ts';
import type { PlanEntry } from '../../frame/events.ts';
import type { Visit } from '../../visit.ts';

/** What a page names that shows the viewer's plan. */
export const askedOfPlan = [fezApi.joined, scheduleApi.favorites];

const appointmentTypes = (Object.keys(kinds) as FezType[]).filter((type) => kinds[type].isAppointment).join(',');

/** The viewer's groups and private events, of one day of the sailing, from 1 on, or of all. */
export async function readAppointments(visit: Visit<unknown, unknown>, day?: number): Promise<PlanEntry[]> {
  if (!visit.viewer) return [];
  // Of appointments the day of embarkation is 0, of events it is 1 (fez rule 22).
  const cruiseday = day === undefined ? undefined : day - 1;
  const query = { type: appointmentTypes, cruiseday, hidePast: false, limit: 100 };
  const joined = await visit.askIfOpen(fezApi.joined, { query });
  return (joined?.fezzes ?? []).flatMap(toEntry);
}

function toEntry({ fezID, title, location = '', startTime, endTime, cancelled }: FezData): PlanEntry[] {
  if (!startTime || !endTime || cancelled) return [];
  return [{ id: fezID, path: pathToReadOn({ fezID }), title, location, startTime, endTime }];
}

type Timed = Pick<PlanEntry, 'title' | 'startTime' | 'endTime'>;

/** Do these take place at the same time? */
const isOverlapping = (left: Timed, right: Timed): boolean =>
  left.startTime < right.endTime && left.endTime > right.startTime;

/** What one cannot both go to, by id: each with the title of the first that it overlaps. */
export function findClashes(
  events: readonly EventData[],
  appointments: readonly PlanEntry[] = [],
): ReadonlyMap<string, string> {
  const followed = events.filter(({ isFavorite }) => isFavorite).map((event) => ({ ...event, id: event.eventID }));
  const plan = [...followed, ...appointments];
  const clashes = new Map<string, string>();
  for (const entry of plan) {
    const other = plan.find((one) => one.id !== entry.id && isOverlapping(one, entry));
    if (other) clashes.set(entry.id, other.title);
  }
  return clashes;
}

/** What the viewer has planned for the time of this event, but for the event itself. */
export async function findInItsWay(visit: Visit<unknown, unknown>, event: EventData): Promise<string[]> {
  if (!visit.viewer) return [];
  const followed = (await visit.askIfOpen(scheduleApi.favorites)) ?? [];
  const plan: readonly Timed[] = [
    ...followed.filter(({ eventID }) => eventID !== event.eventID),
    ...(await readAppointments(visit)),
  ];
  return plan.filter((one) => isOverlapping(one, event)).map(({ title }) => title);
}
