import { type AppointmentData, areOverlapping, type UpcomingAppointmentData } from '#area/appointments.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getAppointmentsVersion, listAppointments } from './list-appointments.ts';

const maxListed = 5;
const windowMilliseconds = 24 * 60 * 60_000;

/** Lists what begins next in the viewer's plan (schedule rules 125 and 126). */
export const createUpcomingCounter = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? getAppointmentsVersion(context, viewer) : 0),
  count(viewer) {
    if (!viewer || isFeatureDisabled(context, viewer, 'upcoming')) return {};
    const all = listAppointments(context, viewer);
    const now = context.clock.now().getTime();
    const ahead = all.filter(({ startTime }) => startTime.getTime() > now);
    const isNear = ({ startTime }: AppointmentData) => startTime.getTime() <= now + windowMilliseconds;
    const near = ahead.filter(isNear).slice(0, maxListed);
    // The list changes when the first one begins, and when another one comes near.
    const next = ahead.find((one) => !isNear(one));
    const changes = [
      ...near.slice(0, 1).map(({ startTime }) => startTime.getTime()),
      ...(next ? [next.startTime.getTime() - windowMilliseconds] : []),
    ];
    return {
      ...(near.length > 0 && { counters: { nextAppointments: near.map((one) => present(one, all)) } }),
      ...(changes.length > 0 && { validUntil: new Date(Math.min(...changes)) }),
    };
  },
});

function present(appointment: AppointmentData, all: readonly AppointmentData[]): UpcomingAppointmentData {
  const { kind, id, title, startTime, endTime, location } = appointment;
  const clashes = all.some((other) => other.id !== id && areOverlapping(other, appointment));
  return { kind, id, title, startTime, ...(endTime && { endTime }), ...(location && { location }), clashes };
}
