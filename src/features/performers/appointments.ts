import type { AppointmentData, AppointmentSource } from '#area/appointments.ts';
import type { Context } from '#area/context.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { describeAppointment, getCurrentSchedule, getEventsVersion } from '#features/schedule/index.ts';
import { getPerformerLinks, getPerformers } from './directory.ts';
import { getPerformancesVersion } from './planned-events.ts';

const noAppointments: readonly AppointmentData[] = [];

/** Lists the events that the viewer performs at. */
export const createPerformancesSource = (context: Context): AppointmentSource => ({
  version: () => Math.max(getEventsVersion(context), getPerformancesVersion(context)),
  list(viewer) {
    const own = getPerformers(context).byOwner.get(viewer.userID);
    const isOff = (['performers', 'schedule'] as const).some((word) => isFeatureDisabled(context, viewer, word));
    if (!own || isOff) return noAppointments;
    const { byID } = getCurrentSchedule(context);
    return getPerformerLinks(context)
      .eventIDsOf(own.row.id)
      .flatMap((id) => byID.get(id) ?? [])
      .map((event) => describeAppointment(event, 'performing'));
  },
});
