import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../project.ts';

/** Number of days, and events per day. */
export const days = 8;
export const eventsPerDay = 50;

/** Returns made-up registration codes, six letters each. */
export function makeRegistrationCodes(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index
      .toString(26)
      .padStart(6, '0')
      .replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit))),
  );
}

function formatEvent(title: string, day: number, index: number): string {
  const hour = String(8 + Math.floor(index / 4)).padStart(2, '0');
  const minute = String((index % 4) * 15).padStart(2, '0');
  const date = `202503${String(day + 2).padStart(2, '0')}`;
  return [
    'BEGIN:VEVENT',
    `UID:bench-${day}-${index}`,
    `DTSTART:${date}T${hour}${minute}00`,
    `DTEND:${date}T${hour}${minute}59`,
    `SUMMARY:${title} ${index} of day ${day}`,
    `DESCRIPTION:${'A gathering for everybody who likes what it is about. '.repeat(6)}`,
    `LOCATION:Room ${index % 12}\\, Deck ${index % 9}`,
    'CATEGORIES:WORKSHOP',
    'END:VEVENT',
  ].join('\r\n');
}

/** Returns a calendar file with 400 events and this name. */
export function buildCalendar(title: string): string {
  const events = Array.from({ length: days }, (_, day) =>
    Array.from({ length: eventsPerDay }, (_, index) => formatEvent(title, day, index)),
  ).flat();
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

/** Fills the seeds folder of a new instance: a schedule of 400 events, clock changes and registration codes. */
export async function seedInstance(dataFolder: string, codes: readonly string[]): Promise<void> {
  const seeds = join(dataFolder, 'seeds');
  await mkdir(seeds, { recursive: true });
  await writeFile(join(seeds, 'schedule.ics'), buildCalendar('Event'));
  await writeFile(join(seeds, 'registration-codes.txt'), codes.join('\n'));
  await writeFile(
    join(seeds, 'time-zone-changes.txt'),
    await readFile(join(projectFolder, 'assets', 'samples', 'time-zone-changes.txt')),
  );
}
