import { DateTime } from 'luxon';
import type { ScheduleChange, ScheduledContent } from '#area/schedule-changes.ts';
import type { ShipClock } from '#core/ship-time/index.ts';

type Times = ReturnType<typeof workOutTimes>;

/** Several texts of an event tell the same times, and working them out takes longer than all else about a text. */
const latestTimes = new WeakMap<ScheduledContent, { readonly clock: ShipClock; readonly times: Times }>();

function readTimes(clock: ShipClock, content: ScheduledContent): Times {
  const latest = latestTimes.get(content);
  if (latest?.clock === clock) return latest.times;
  const times = workOutTimes(clock, content);
  latestTimes.set(content, { clock, times });
  return times;
}

/** Start and end as the ship's clock shows them, in the zone that is in force at the start. */
function workOutTimes(clock: ShipClock, { startTime, endTime }: ScheduledContent) {
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

/** What a notice tells of an event; undefined when there is nothing to tell (schedule rules 45, 46 and 48). */
export function writeNotice(clock: ShipClock, { before, after }: ScheduleChange, isNew: boolean): string | undefined {
  if (!after) return 'This event was taken from the schedule.';
  if (isNew) return 'This event was added to the schedule.';
  const changes = before ? listChanges(clock, before, after) : ['It takes place after all.', ...listAll(clock, after)];
  return changes.length === 0 ? undefined : ['This event has changed.', ...changes].join('\n');
}

const listAll = (clock: ShipClock, content: ScheduledContent): string[] => [
  `Time: ${formatRange(clock, content)}`,
  `Location: ${content.location}`,
];

/** A new end is told only where the start is the old one: an event that moves takes its end along (schedule rule 48). */
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
