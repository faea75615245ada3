import type { AppointmentData, AppointmentSource } from '#area/appointments.ts';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { compareEvents, getCurrentSchedule, getEventsVersion, type LiveEvent } from '../events/current-schedule.ts';
import { getMarks, getMarksVersion, noMarks } from './marks.ts';

const noAppointments: readonly AppointmentData[] = [];

/**
 * Lists the events that the viewer follows or photographs, by start. Returns none while the schedule is off for the
 * viewer.
 */
export function listMarkedEvents(context: Context, viewer: Caller | undefined): readonly AppointmentData[] {
  const marks = getMarks(context, viewer);
  if (!viewer || marks === noMarks || isFeatureDisabled(context, viewer, 'schedule')) return noAppointments;
  const { byID } = getCurrentSchedule(context);
  return [...marks.favorite.union(marks.photographer)]
    .flatMap((id) => byID.get(id) ?? [])
    .sort(compareEvents)
    .map((event) => describeAppointment(event, marks.photographer.has(event.row.id) ? 'photographing' : undefined));
}

/** Returns an event as an appointment. */
export const describeAppointment = (
  { row: { id, title, location }, startTime, endTime }: LiveEvent,
  duty: AppointmentData['duty'],
): AppointmentData => ({ kind: 'event', id, title, startTime, endTime, location, ...(duty && { duty }) });

export const createMarkedEventsSource = (context: Context): AppointmentSource => ({
  version: ({ userID }) => Math.max(getEventsVersion(context), getMarksVersion(context, userID)),
  list: (viewer) => listMarkedEvents(context, viewer),
});
