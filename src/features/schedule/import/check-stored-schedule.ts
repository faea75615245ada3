import type { Context } from '#area/context.ts';
import { getCruise, getDayWindow } from '#core/ship-time/index.ts';
import { limitWarnings } from '#platform/import/import-outcome.ts';
import { listWarnings } from '../calendar-files/read-calendar.ts';
import { listLiveEvents } from '../store.ts';
import type { EventRow } from '../tables.ts';
import { isSampleEvent } from './apply-plan.ts';
import { warnAboutOutsideEvents } from './import-schedule.ts';

/** A check of the stored schedule before a sailing. */
interface StoredSchedule {
  readonly count: number;
  /** Sentences about likely mistakes. */
  readonly problems: readonly string[];
}

/** Finds likely mistakes in the stored schedule, like imports do for a file, and days without events. */
export function checkStoredSchedule(context: Context): StoredSchedule {
  const events = listLiveEvents(context.db);
  const count = events.length;
  if (count === 0) return { count, problems: ['There are no events: import the schedule.'] };
  if (events.every(isSampleEvent))
    return { count, problems: ['The schedule is the built-in sample: import the schedule of the sailing.'] };
  const problems = [
    ...warnAboutOutsideEvents(getCruise(context), events),
    ...limitWarnings(listWarnings(events)),
    ...warnAboutEmptyDays(context, events),
  ];
  return { count, problems };
}

function warnAboutEmptyDays(context: Context, events: readonly EventRow[]): string[] {
  const cruise = getCruise(context);
  const days = Array.from({ length: cruise.lengthDays }, (_, index) => index);
  const empty = days.filter((index) => {
    const { start, end } = getDayWindow(cruise, index);
    return events.every(({ startTime }) => startTime < start || startTime >= end);
  });
  if (empty.length === 0) return [];
  const words = empty.map((index) => index + 1).join(', ');
  return [`There are no events on day ${words} of ${cruise.lengthDays}: CRUISE_LENGTH_DAYS or the schedule is wrong.`];
}
