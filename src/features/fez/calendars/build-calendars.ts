import { createHash } from 'node:crypto';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { listAppointments } from '#core/appointments/index.ts';
import {
  assertOwnCalendar,
  buildSingleEventCalendar,
  type CalendarEntry,
  listPlannedEntries,
  toContent,
} from '#features/schedule/index.ts';
import { type FezAccess, findRelationships } from '../access.ts';
import { appointmentTypes, kinds } from '../kinds.ts';
import { allOnOnePage, findPageOfFezzes } from '../lists/store.ts';
import { getPersonalEvent } from '../personal-events/personal-events.ts';
import { presentFez } from '../present.ts';
import { getReader } from '../reading/reader.ts';

/**
 * Builds the calendar of one private or personal event (schedule rule 112). Throws 404, also for an event without
 * times.
 */
export function buildPersonalEventCalendar(context: Context, caller: Caller, fezID: string): Content {
  const entry = buildEntry(context, caller, getPersonalEvent(context, caller, fezID));
  if (!entry) throw notFound('event');
  return buildSingleEventCalendar(entry.title, entry);
}

/**
 * Builds the calendar of everything the caller has planned, except cancelled events (schedule
 * rule 113). Throws 401 for another account's calendar.
 */
export function buildDayPlanner(context: Context, caller: Caller, username: string): Content {
  assertOwnCalendar(caller, username);
  const filter = { types: appointmentTypes, memberID: caller.userID, notCancelled: true };
  const { rows } = findPageOfFezzes(context, getReader(context, caller), {
    filter,
    order: 'by start',
    page: allOnOnePage,
  });
  const appointments = findRelationships(context, caller, rows).flatMap(
    (access) => buildEntry(context, caller, access) ?? [],
  );
  return toContent({
    name: `Day planner of ${caller.username}`,
    description: `What ${caller.username} has planned on board`,
    events: [...listPlannedEntries(context, listEventIDs(context, caller)), ...appointments],
  });
}

/** The events of the schedule in the caller's plan. */
const listEventIDs = (context: Context, caller: Caller): ReadonlySet<string> =>
  new Set(listAppointments(context, caller).flatMap(({ kind, id }) => (kind === 'event' ? [id] : [])));

/** Returns undefined for an event without a time or that the caller doesn't see. */
function buildEntry(context: Context, caller: Caller, access: FezAccess): CalendarEntry | undefined {
  const fez = presentFez(context, caller, access);
  const { startTime, fezID, title, info, location = '' } = fez;
  if (!startTime) return undefined;
  return {
    uid: createHash('sha256').update(`${startTime.toISOString()}${fezID}`).digest('hex'),
    title,
    description: info,
    location,
    category: kinds[fez.fezType].label,
    startTime,
    endTime: fez.endTime ?? startTime,
    updatedAt: fez.lastModificationTime,
  };
}
