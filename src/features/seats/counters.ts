import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { getCurrentSchedule, getEventsVersion } from '#features/schedule/index.ts';
import { areSeatsDisabled, getOwnSeats, getOwnSeatsVersion } from './event-seats.ts';

/** Lists seats that the viewer got from a waiting list and doesn't know of yet, until the event ends (schedule rule 135). */
export const seatCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? Math.max(getEventsVersion(context), getOwnSeatsVersion(context, viewer.userID)) : 0),
  count(viewer) {
    const news = [...(viewer ? getOwnSeats(context, viewer) : [])].filter(([, { isNews }]) => isNews);
    if (news.length === 0 || areSeatsDisabled(context, viewer)) return {};
    const { byID } = getCurrentSchedule(context);
    const now = context.clock.now();
    const coming = news.flatMap(([id]) => byID.get(id) ?? []).filter(({ endTime }) => endTime > now);
    if (coming.length === 0) return {};
    return {
      counters: { grantedSeatIDs: coming.map(({ row }) => row.id).sort() },
      validUntil: new Date(Math.min(...coming.map(({ endTime }) => endTime.getTime()))),
    };
  },
});
