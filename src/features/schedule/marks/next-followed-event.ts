import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { getServerSettings, isFeatureDisabled } from '#core/settings/index.ts';
import { computeNextTransition, computeReferenceInstant, getCruise, truncateToSeconds } from '#core/ship-time/index.ts';
import { getCurrentSchedule } from '../events/current-schedule.ts';
import { getMarks, noMarks } from './marks.ts';

/** The next event that the viewer follows or photographs; none while they have no schedule (schedule rule 25). */
export function createNextFollowedEventCounter(context: Context): CounterSource {
  return (viewer) => {
    const marks = getMarks(context, viewer);
    if (marks === noMarks || isFeatureDisabled(context, viewer, 'schedule')) return {};
    const now = context.clock.now();
    const { upcomingEventNotificationSetting: setting } = getServerSettings(context);
    const reference = computeReferenceInstant(getCruise(context), setting, now);
    const { clock, events } = getCurrentSchedule(context);
    const next = events.find(
      ({ row, startTime }) => startTime > reference && (marks.favorite.has(row.id) || marks.photographer.has(row.id)),
    );
    const validUntil = computeNextTransition(clock, now);
    if (!next) return { validUntil };
    const startsAt = new Date(truncateToSeconds(now).getTime() + next.startTime.getTime() - reference.getTime());
    return {
      counters: { nextFollowedEventTime: next.startTime, nextFollowedEventID: next.row.id },
      validUntil: startsAt < validUntil ? startsAt : validUntil,
    };
  };
}
