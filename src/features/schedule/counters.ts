import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { createChangedEventsCounter } from './changes/counter.ts';
import { createNextFollowedEventCounter } from './marks/next-followed-event.ts';

/** Counts what the schedule adds to the summary: the next event of the viewer, and changes of those in their plan. */
export function createScheduleCounters(context: Context): CounterSource {
  const [next, changed] = [createNextFollowedEventCounter(context), createChangedEventsCounter(context)];
  return {
    version: (viewer) => Math.max(next.version(viewer), changed.version(viewer)),
    count(viewer) {
      const { counters, ...rest } = next.count(viewer);
      return { ...rest, counters: { ...counters, ...changed.count(viewer).counters } };
    },
  };
}
