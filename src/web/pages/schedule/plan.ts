import { appointmentsApi } from '#core/appointments/api.ts';
import { type AppointmentData, areOverlapping } from '#core/appointments/records.ts';
import type { EventData } from '#features/schedule/records.ts';
import { getPathToFirstUnread } from '../../frame/chats.ts';
import type { PlanEntry } from '../../frame/events.ts';
import type { Visit } from '../../visit.ts';

/** Endpoints for pages that show the viewer's plan. */
export const planEndpoints = [appointmentsApi.list];

/** The viewer's appointments, by start. */
export interface Plan {
  readonly appointments: readonly AppointmentData[];
  readonly byID: ReadonlyMap<string, AppointmentData>;
  /** Conflicting appointments by id, each with the title of the first one that it overlaps. */
  readonly clashes: ReadonlyMap<string, string>;
}

const noPlan: Plan = { appointments: [], byID: new Map(), clashes: new Map() };

/** Reads the viewer's plan: followed events, joined groups, events of their own, and duties. */
export async function readPlan(visit: Visit<unknown, unknown>): Promise<Plan> {
  const appointments = visit.viewer && (await visit.askIfAllowed(appointmentsApi.list));
  if (!appointments || appointments.length === 0) return noPlan;
  const byID = new Map(appointments.map((one) => [one.id, one]));
  return { appointments, byID, clashes: findClashSentences(appointments) };
}

function getAppointmentPath({ kind, id }: AppointmentData): string {
  if (kind === 'event') return `/event/${id}`;
  // Personal events have no messages.
  return kind === 'personalEvent' ? `/chats/${id}` : getPathToFirstUnread({ fezID: id });
}

/** Renders an appointment in a plan. */
export function toEntry(appointment: AppointmentData): PlanEntry {
  const { id, title, location = '', startTime, endTime = startTime } = appointment;
  return { id, path: getAppointmentPath(appointment), title, location, startTime, endTime };
}

/** The viewer's duty there, besides attending. */
export const dutyWords: Readonly<Record<NonNullable<AppointmentData['duty']>, string>> = {
  photographing: 'You’re the photographer',
  performing: 'You’re performing',
};

function findClashSentences(sorted: readonly AppointmentData[]): ReadonlyMap<string, string> {
  const clashes = new Map<string, string>();
  const add = (one: AppointmentData, other: AppointmentData) => {
    if (!clashes.has(one.id)) clashes.set(one.id, other.title);
  };
  for (const [index, one] of sorted.entries())
    for (const other of listLaterOverlaps(sorted, index)) {
      add(one, other);
      add(other, one);
    }
  return clashes;
}

/** Lists the appointments that begin after this one in the list, and before it ends. */
function* listLaterOverlaps(sorted: readonly AppointmentData[], index: number): Iterable<AppointmentData> {
  const one = sorted[index];
  if (!one) return;
  for (let next = index + 1; next < sorted.length; next += 1) {
    const other = sorted[next];
    if (!other || other.startTime >= (one.endTime ?? one.startTime)) return;
    if (areOverlapping(one, other)) yield other;
  }
}

/** Lists what the viewer has planned during this event, except the event itself. */
export async function findConflicts(visit: Visit<unknown, unknown>, event: EventData): Promise<string[]> {
  const { appointments } = await readPlan(visit);
  return appointments.filter((one) => one.id !== event.eventID && areOverlapping(one, event)).map(({ title }) => title);
}
