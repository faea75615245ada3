import { createHash } from 'node:crypto';
import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Content } from '#contract/endpoint.ts';
import { notFound } from '#contract/errors.ts';
import {
  asContent,
  type CalendarEntry,
  calendarOfOne,
  plannedEntries,
  refuseOthersCalendar,
} from '#features/schedule/index.ts';
import { type FoundFez, standingsOf } from './find-fez.ts';
import { appointmentTypes, kinds } from './kinds.ts';
import { wholeList } from './list-query.ts';
import { personalEvent } from './personal-events.ts';
import { presentFez } from './present.ts';
import { asReader } from './shared-inboxes.ts';
import { findList } from './store/lists.ts';

/** One private or personal event, for a calendar program (schedule rule 112). Throws not-found, also for one without times. */
export function calendarOfPersonalEvent(context: Context, caller: Caller, fezID: string): Content {
  const entry = entryOf(context, caller, personalEvent(context, caller, fezID));
  if (!entry) throw notFound('event');
  return calendarOfOne(entry.title, entry);
}

/** What the caller follows, photographs or takes part in; what was called off is left out (schedule rule 113). Throws 401 for somebody else's. */
export function dayPlanner(context: Context, caller: Caller, username: string): Content {
  refuseOthersCalendar(caller, username);
  const filter = { types: appointmentTypes, memberID: caller.userID, notCancelled: true };
  const { rows } = findList(context.db, asReader(context, caller), { filter, order: 'by start', page: wholeList });
  const appointments = standingsOf(context, caller, rows).flatMap((found) => entryOf(context, caller, found) ?? []);
  return asContent({
    name: `Day planner of ${caller.username}`,
    description: `What ${caller.username} has planned on board`,
    events: [...plannedEntries(context, caller), ...appointments],
  });
}

/** Undefined for what has no time, or none that the caller sees. */
function entryOf(context: Context, caller: Caller, found: FoundFez): CalendarEntry | undefined {
  const shown = presentFez(context, caller, found);
  const { startTime, fezID, title, info, location = '' } = shown;
  if (!startTime) return undefined;
  return {
    uid: createHash('sha256').update(`${startTime.toISOString()}${fezID}`).digest('hex'),
    title,
    description: info,
    location,
    category: kinds[shown.fezType].label,
    startTime,
    endTime: shown.endTime ?? startTime,
    updatedAt: shown.lastModificationTime,
  };
}
