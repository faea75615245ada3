import { DateTime } from 'luxon';
import type { ScheduleChange, ScheduledContent } from '#area/schedule-changes.ts';
import type { ShipClock } from '#core/ship-time/index.ts';

type Times = ReturnType<typeof computeTimes>;

/** Several texts of an event show the same times, and computing them takes longer than the rest of a text. */
const latestTimes = new WeakMap<ScheduledContent, { readonly clock: ShipClock; readonly times: Times }>();

function readTimes(clock: ShipClock, content: ScheduledContent): Times {
  const latest = latestTimes.get(content);
  if (latest?.clock === clock) return latest.times;
  const times = computeTimes(clock, content);
  latestTimes.set(content, { clock, times });
  return times;
}

/** Computes start and end on the ship's clock, in the zone in effect at the start. */
function computeTimes(clock: ShipClock, { startTime, endTime }: ScheduledContent) {
  const zone = clock.zoneAt(clock.toDisplay(startTime));
  const read = (portTime: Date) => DateTime.fromJSDate(clock.toDisplay(portTime), { zone: zone.id }).setLocale('en-US');
  return { start: read(startTime), end: read(endTime), abbreviation: zone.abbreviation };
}

/** Returns `Mon, 3:00 PM - 4:00 PM EST`, with the day of the end if it is another day (schedule rule 53). */
function formatRange(clock: ShipClock, content: ScheduledContent): string {
  const { start, end, abbreviation } = readTimes(clock, content);
  const from = start.toFormat('ccc, h:mm a');
  const until =
    start.weekday === end.weekday ? `${end.toFormat('h:mm a')} ${abbreviation}` : end.toFormat('ccc, h:mm a');
  return `${from} - ${until}`;
}

/** Builds the first post of an event's forum (schedule rule 53). */
export const writeFirstPost = (clock: ShipClock, content: ScheduledContent): string =>
  [
    content.title,
    '',
    content.isShadow ? 'Shadow Event' : `${content.typeLabel} Event`,
    formatRange(clock, content),
    content.location,
    '',
    content.description,
  ].join('\n');

/** Returns `(Mon, 15:00) Trivia`: the title of a changed event's forum (schedule rule 48). */
export const writeChangedTitle = (clock: ShipClock, content: ScheduledContent): string =>
  `(${readTimes(clock, content).start.toFormat('ccc, HH:mm')}) ${content.title}`;

/**
 * Returns the text of a notice about a changed event; undefined if nothing relevant changed (schedule rules 45, 46 and
 * 48).
 */
export function writeNotice(clock: ShipClock, { before, after }: ScheduleChange, isNew: boolean): string | undefined {
  if (!after) return 'This event was removed from the schedule.';
  if (isNew) return 'This event was added to the schedule.';
  const changes = before
    ? listChanges(clock, before, after)
    : ['The event is back on the schedule.', ...listAll(clock, after)];
  return changes.length === 0 ? undefined : ['This event has changed.', ...changes].join('\n');
}

const listAll = (clock: ShipClock, content: ScheduledContent): string[] => [
  `Time: ${formatRange(clock, content)}`,
  `Location: ${content.location}`,
];

/**
 * Lists the changes. A new end is listed only if the start is unchanged, since moving an event also moves its end
 * (schedule rule 48).
 */
function listChanges(clock: ShipClock, before: ScheduledContent, after: ScheduledContent): string[] {
  const { start, end, abbreviation } = readTimes(clock, after);
  const keepsStart = before.startTime.getTime() === after.startTime.getTime();
  const keepsEnd = before.endTime.getTime() === after.endTime.getTime();
  const keepsInfo = (['title', 'description', 'typeLabel'] as const).every((field) => before[field] === after[field]);
  return [
    ...(keepsStart ? [] : [`New start: ${start.toFormat('ccc, h:mm a')} ${abbreviation}`]),
    ...(keepsStart && !keepsEnd ? [`New end: ${end.toFormat('ccc, h:mm a')} ${abbreviation}`] : []),
    ...(before.location === after.location ? [] : [`New location: ${after.location}`]),
    ...(keepsInfo ? [] : ['New info: see the first post.']),
  ];
}
