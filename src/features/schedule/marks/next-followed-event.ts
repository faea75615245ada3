import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { getServerSettings } from '#core/settings/index.ts';
import {
  computeNextTransition,
  computeReferenceInstant,
  getCruise,
  getShipClock,
  truncateToSeconds,
} from '#core/ship-time/index.ts';
import { getEventsVersion } from '../events/current-schedule.ts';
import { listMarkedEvents } from './appointments.ts';
import { getMarksVersion } from './marks.ts';

/**
 * Creates the counter of the next event that the viewer follows or photographs. It is empty while the schedule is off for
 * the viewer (schedule rule 25).
 */
export function createNextFollowedEventCounter(context: Context): CounterSource {
  return {
    version: (viewer) => Math.max(getEventsVersion(context), viewer ? getMarksVersion(context, viewer.userID) : 0),
    count(viewer) {
      const marked = listMarkedEvents(context, viewer);
      if (marked.length === 0) return {};
      const now = context.clock.now();
      const { upcomingEventNotificationSetting: setting } = getServerSettings(context);
      const reference = computeReferenceInstant(getCruise(context), setting, now);
      const next = marked.find(({ startTime }) => startTime > reference);
      const validUntil = computeNextTransition(getShipClock(context), now);
      if (!next) return { validUntil };
      const startsAt = new Date(truncateToSeconds(now).getTime() + next.startTime.getTime() - reference.getTime());
      return {
        counters: { nextFollowedEventTime: next.startTime, nextFollowedEventID: next.id },
        validUntil: startsAt < validUntil ? startsAt : validUntil,
      };
    },
  };
}
