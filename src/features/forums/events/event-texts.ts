import { DateTime } from 'luxon';
import type { ScheduledContent } from '#area/schedule-changes.ts';
import type { ShipClock } from '#core/ship-time/index.ts';

/** Start and end as the ship's clock shows them, in the zone that is in force at the start. */
function readTimes(clock: ShipClock, { startTime, endTime }: ScheduledContent) {
  const zone = clock.zoneAt(clock.toDisplay(startTime));
  const read = (portTime: Date) => DateTime.fromJSDate(clock.toDisplay(portTime), { zone: zone.id }).setLocale('en-US');
  return { start: read(startTime), end: read(endTime), abbreviation: zone.abbreviation };
}

/** `Mon, 3:00 PM - 4:00 PM EST`; the day of the end where it is another one (schedule rule 53). */
function formatRange(clock: ShipClock, content: ScheduledContent): string {
  const { start, end, abbreviation } = readTimes(clock, content);
  const from = start.toFormat('ccc, h:mm a');
  const until =
    start.weekday === end.weekday ? `${end.toFormat('h:mm a')} ${abbreviation}` : end.toFormat('ccc, h:mm a');
  return `${from} - ${until}`;
}

/** What the first post of an event's forum says (schedule rule 53). */
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

/** `(Mon, 15:00) Trivia`: the title of the forum of an event that was changed (schedule rule 48). */
export const writeChangedTitle = (clock: ShipClock, content: ScheduledContent): string =>
  `(${readTimes(clock, content).start.toFormat('ccc, HH:mm')}) ${content.title}`;
