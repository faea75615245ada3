import { readWallClock, type ShipClock } from '#core/ship-time/index.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { getLabel } from '../events/event-types.ts';
import { readDisplayTimes } from '../events/present.ts';
import type { EventContent, EventRow } from '../tables.ts';
import { hasSameTimes, type SchedulePlan } from './compare-schedule.ts';
import { listPlannedDifferences } from './planned-differences.ts';

/** Describes the changes of a plan, one line per event with old and new content, in the ship's time. */
export function describeDifferences(clock: ShipClock, plan: SchedulePlan): string[] {
  return [...listPlannedDifferences(plan)].map(({ before, after }) => {
    if (before && after) return `changed ${describeEvent(clock, before)}: ${describeChange(clock, before, after)}`;
    if (before) return `deleted ${describeEvent(clock, before)}`;
    return after ? `added ${describeEvent(clock, after)}` : '';
  });
}

const describeEvent = (clock: ShipClock, event: EventContent): string =>
  [`"${takeExcerpt(event.title)}"`, describeTimes(clock, event), takeExcerpt(event.location)]
    .filter((part) => part !== '')
    .join(', ');

function describeChange(clock: ShipClock, before: EventRow, after: EventContent): string {
  const changes: (readonly [what: string, old: string, renewed: string])[] = [
    ['title', `"${takeExcerpt(before.title)}"`, `"${takeExcerpt(after.title)}"`],
    ['location', takeExcerpt(before.location) || 'none', takeExcerpt(after.location) || 'none'],
    ['type', getLabel(before.eventType), getLabel(after.eventType)],
  ];
  return [
    ...(hasSameTimes(before, after) ? [] : [`time now ${describeTimes(clock, after)}`]),
    ...changes
      .filter(([, old, renewed]) => old !== renewed)
      .map(([what, old, renewed]) => `${what} ${old} → ${renewed}`),
    ...(before.description === after.description ? [] : [`description now "${takeExcerpt(after.description)}"`]),
  ].join('; ');
}

/** `2026-03-21 18:00 to 19:00 EST`. */
function describeTimes(clock: ShipClock, event: EventContent): string {
  const { startTime, endTime, zone } = readDisplayTimes(clock, event);
  // The clock may change in between, so each time is formatted on its own.
  const [start, end] = [startTime, endTime].map((time) =>
    new Date(readWallClock(clock.zoneAt(time).id, time)).toISOString(),
  );
  const isSameDay = start?.slice(0, 10) === end?.slice(0, 10);
  const shown = (time = '', from = 0) => time.slice(from, 16).replace('T', ' ');
  return `${shown(start)} to ${shown(end, isSameDay ? 11 : 0)} ${zone.abbreviation}`;
}
