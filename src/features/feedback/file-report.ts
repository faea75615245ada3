import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { fixPortZone, getShipClock } from '#core/ship-time/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import { presentBlankReport, presentReportFor } from './present.ts';
import type { EventFeedbackData, EventFeedbackReport } from './records.ts';
import { findReportBy, saveReport } from './store.ts';

/** Throws not-found if the event isn't on the schedule. */
function getEvent(context: Context, by: 'byID' | 'byUID', id: string): LiveEvent {
  const event = getCurrentSchedule(context)[by].get(id);
  if (!event) throw notFound('event');
  return event;
}

/** Returns the caller's report on an event, or one to fill in. Throws 404 (schedule rules 84 and 85). */
export function readOwnReport(context: Context, caller: Caller, by: 'byID' | 'byUID', id: string): EventFeedbackReport {
  const event = getEvent(context, by, id);
  const row = findReportBy(context.db, caller.userID, event.row.id);
  return row ? presentReportFor(context, caller, row) : presentBlankReport(context, caller, event);
}

/** Stores a report on an event. The last report counts (schedule rules 81 to 83). Throws 403, or 404. */
export function fileReport(context: WriteContext, caller: Caller, form: EventFeedbackData): void {
  assertMayCreate(context, caller);
  const event = getEvent(context, 'byUID', form.eventUID);
  const now = context.clock.now();
  saveReport(context.db, {
    id: randomUUID(),
    eventID: event.row.id,
    authorID: caller.userID,
    title: form.eventTitle,
    location: form.eventLocation,
    eventTime: getShipClock(context).toPort(form.eventTime),
    hostName: form.hostName,
    attendance: form.attendance,
    recap: form.recapString,
    issues: form.issuesString,
    createdAt: now,
    modifiedAt: now,
  });
  fixPortZone(context);
}
