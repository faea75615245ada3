import type { AppointmentData, AppointmentSource } from '#area/appointments.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { describeAppointment, getCurrentSchedule } from '#features/schedule/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { getLinks, getPerformers } from './directory.ts';

const appointmentsCache = createOncePerInstance((context) =>
  createDerivedCache<readonly AppointmentData[]>(context.caches, { max: 1_000 }),
);

const none: readonly AppointmentData[] = [];

/** Lists the events at which the viewer performs. */
export const createPerformancesSource =
  (context: Context): AppointmentSource =>
  (viewer) => {
    const own = getPerformers(context).byOwner.get(viewer.userID);
    const isOff = (['performers', 'schedule'] as const).some((word) => isFeatureDisabled(context, viewer, word));
    if (!own || isOff) return none;
    const [{ byID, events }, links] = [getCurrentSchedule(context), getLinks(context)];
    return appointmentsCache(context).get(viewer.userID, [own, events, links], () =>
      links
        .eventIDsOf(own.row.id)
        .flatMap((id) => byID.get(id) ?? [])
        .map((event) => describeAppointment(event, 'performing')),
    );
  };
