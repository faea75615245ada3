import type { Context } from '#context';
import type { CounterSource } from '#contract/counters.ts';
import { serverSettings } from '#core/settings/index.ts';
import { cruise, referenceInstant, runsEvenlyUntil, wholeSeconds } from '#core/ship-time/index.ts';
import { currentSchedule } from './current-schedule.ts';
import { marksOf, noMarks } from './marks.ts';

/** The next event that the viewer follows or photographs (schedule rule 25). */
export const nextFollowedEvent =
  (context: Context): CounterSource =>
  (viewer) => {
    const marks = marksOf(context, viewer);
    if (marks === noMarks) return {};
    const now = context.clock.now();
    const reference = referenceInstant(cruise(context), settingOf(context), now);
    const { clock, events } = currentSchedule(context);
    const next = events.find(
      ({ row, startTime }) => startTime > reference && (marks.favorite.has(row.id) || marks.photographer.has(row.id)),
    );
    const validUntil = runsEvenlyUntil(clock, now);
    if (!next) return { validUntil };
    const begins = new Date(wholeSeconds(now).getTime() + next.startTime.getTime() - reference.getTime());
    return {
      counters: { nextFollowedEventTime: next.startTime, nextFollowedEventID: next.row.id },
      validUntil: begins < validUntil ? begins : validUntil,
    };
  };

const settingOf = (context: Context) => serverSettings(context).upcomingEventNotificationSetting;
