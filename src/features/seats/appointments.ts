import type { AppointmentData, AppointmentSource } from '#area/appointments.ts';
import type { Context } from '#area/context.ts';
import { describeAppointment, getCurrentSchedule, getEventsVersion } from '#features/schedule/index.ts';
import { areSeatsDisabled, getOwnSeats, getOwnSeatsVersion } from './event-seats.ts';

const noAppointments: readonly AppointmentData[] = [];

/** Lists the events at which the viewer has a seat (schedule rule 141). */
export const createSeatsSource = (context: Context): AppointmentSource => ({
  version: ({ userID }) => Math.max(getEventsVersion(context), getOwnSeatsVersion(context, userID)),
  list(viewer) {
    const own = getOwnSeats(context, viewer);
    if (own.size === 0 || areSeatsDisabled(context, viewer)) return noAppointments;
    return getCurrentSchedule(context).events.flatMap((event) =>
      own.get(event.row.id)?.isSeat ? [{ ...describeAppointment(event, undefined), hasSeat: true }] : [],
    );
  },
});
