import { randomBytes } from 'node:crypto';
import type { Config } from '#config/config.ts';
import { type Cruise, getCruise, getCruiseStart } from '#core/ship-time/index.ts';
import { type CalendarEntry, writeCalendar } from '#features/schedule/index.ts';
import { withInstanceForDryRun } from './with-instance.ts';

/** A daily event: its start and end, in hours after midnight. */
type DailyEvent = readonly [from: number, until: number, title: string, category: string, location: string];

const hourlyEvents = [10, 11, 12, 13, 14, 15, 16].map(
  (hour, index): DailyEvent => [hour, hour + 1, `Gathering ${index + 1}`, 'OFFICIAL', `Lounge ${index + 1}`],
);

const dailyEvents: readonly DailyEvent[] = [
  ...hourlyEvents,
  [10, 10.25, 'Morning Announcements', 'OFFICIAL', 'Main Stage'],
  [16, 17, 'Happy Hour', 'PARTY', 'Lido Bar'],
  [17, 19, 'Red Team Dinner', 'DINING', 'Dining Room'],
  [17, 19, 'Gold Team Show', 'MAIN CONCERT', 'Main Stage'],
  [19.5, 21.5, 'Gold Team Dinner', 'DINING', 'Dining Room'],
  [19.5, 21.5, 'Red Team Show', 'MAIN CONCERT', 'Main Stage'],
];

const hourMilliseconds = 60 * 60 * 1000;

/** Prints a made-up schedule of the configured sailing as an iCalendar file (schedule rule 57). */
export async function printMadeUpSchedule(config: Config): Promise<void> {
  const cruise = await withInstanceForDryRun(config, getCruise);
  const days = Array.from({ length: cruise.lengthDays }, (_, day) => day);
  const calendar = writeCalendar({
    name: 'Sample schedule',
    description: 'For trying things out',
    events: days.flatMap((day) => dailyEvents.map((event) => buildEntry(cruise, day, event))),
  });
  process.stdout.write(calendar);
}

function buildEntry(cruise: Cruise, day: number, [from, until, title, category, location]: DailyEvent): CalendarEntry {
  const start = getCruiseStart(cruise);
  const at = (hours: number) => new Date(start.getTime() + (day * 24 + hours) * hourMilliseconds);
  return {
    uid: randomBytes(16).toString('hex'),
    title,
    description: `${title}, day ${day + 1}`,
    location,
    category,
    startTime: at(from),
    endTime: at(until),
    updatedAt: start,
  };
}
