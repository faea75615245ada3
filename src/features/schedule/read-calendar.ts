import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { normalizeLines } from '#platform/text.ts';
import { type EventBlock, type PropertyName, readEventBlocks } from './calendar-blocks.ts';
import { rejectLine } from './calendar-lines.ts';
import { readText, readTime } from './calendar-values.ts';
import { type EventType, findTypeByCategory } from './event-types.ts';

/** An event of a calendar file. */
export interface ScheduledEvent {
  /** Identity across imports. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly eventType: EventType;
  /** Port time, as stored (schedule rule 3). */
  readonly startTime: Date;
  readonly endTime: Date;
}

const maximumLength = 20 * 1024 * 1024;
const maximumEvents = 20_000;

/**
 * Reads an iCalendar file (schedule rules 34-39). Blank text has no events; of several with one uid the first counts.
 * Throws UnreadableFile, naming the line, when any event is incomplete or unreadable or the end of the file is missing.
 */
export function readCalendar(text: string, portZone: string): ScheduledEvent[] {
  if (text.length > maximumLength) throw new UnreadableFile('The calendar is longer than 20 MiB.');
  if (text.trim() === '') return [];
  const events = new Map<string, ScheduledEvent>();
  let count = 0;
  for (const block of readEventBlocks(normalizeLines(text.replace(/^\uFEFF/, '')))) {
    count += 1;
    if (count > maximumEvents) throw rejectLine(block.line, `a calendar has at most ${maximumEvents} events`);
    const event = readEvent(block, portZone);
    if (!events.has(event.uid)) events.set(event.uid, event);
  }
  return [...events.values()];
}

function readEvent(block: EventBlock, portZone: string): ScheduledEvent {
  const optionalText = (name: PropertyName): string => {
    const line = block.properties.get(name);
    return line ? readText(line) : '';
  };
  return {
    uid: getRequiredText(block, 'UID').trim(),
    title: getRequiredText(block, 'SUMMARY'),
    description: optionalText('DESCRIPTION'),
    location: optionalText('LOCATION'),
    eventType: findTypeByCategory(optionalText('CATEGORIES')),
    startTime: readTime(getRequiredLine(block, 'DTSTART'), portZone),
    endTime: readTime(getRequiredLine(block, 'DTEND'), portZone),
  };
}

function getRequiredLine(block: EventBlock, name: PropertyName) {
  const line = block.properties.get(name);
  if (!line) throw rejectLine(block.line, `the event that begins here has no ${name}`);
  return line;
}

function getRequiredText(block: EventBlock, name: PropertyName): string {
  const line = getRequiredLine(block, name);
  const text = readText(line);
  if (text.trim() === '') throw rejectLine(line.number, `${name} is empty`);
  return text;
}

/** What the reader of an import should look at; no rule rejects an event that ends before it starts, so it is kept. */
export const listWarnings = (events: readonly ScheduledEvent[]): string[] =>
  events
    .filter((event) => event.endTime < event.startTime)
    .map(({ title, uid }) => `"${takeExcerpt(title)}" (${takeExcerpt(uid)}) ends before it starts`);
