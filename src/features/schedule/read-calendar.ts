import { normalizeLines } from '#platform/text.ts';
import { excerpt, UnreadableFile } from '#platform/unreadable-file.ts';
import { type EventBlock, eventBlocks, type PropertyName } from './calendar-blocks.ts';
import { refuseLine } from './calendar-lines.ts';
import { textOf, timeOf } from './calendar-values.ts';
import { type EventType, typeOfCategory } from './event-types.ts';

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
  for (const block of eventBlocks(normalizeLines(text.replace(/^\uFEFF/, '')))) {
    count += 1;
    if (count > maximumEvents) throw refuseLine(block.line, `a calendar has at most ${maximumEvents} events`);
    const event = readEvent(block, portZone);
    if (!events.has(event.uid)) events.set(event.uid, event);
  }
  return [...events.values()];
}

function readEvent(block: EventBlock, portZone: string): ScheduledEvent {
  const optionalText = (name: PropertyName): string => {
    const line = block.properties.get(name);
    return line ? textOf(line) : '';
  };
  return {
    uid: requiredText(block, 'UID').trim(),
    title: requiredText(block, 'SUMMARY'),
    description: optionalText('DESCRIPTION'),
    location: optionalText('LOCATION'),
    eventType: typeOfCategory(optionalText('CATEGORIES')),
    startTime: timeOf(requiredLine(block, 'DTSTART'), portZone),
    endTime: timeOf(requiredLine(block, 'DTEND'), portZone),
  };
}

function requiredLine(block: EventBlock, name: PropertyName) {
  const line = block.properties.get(name);
  if (!line) throw refuseLine(block.line, `the event that begins here has no ${name}`);
  return line;
}

function requiredText(block: EventBlock, name: PropertyName): string {
  const line = requiredLine(block, name);
  const text = textOf(line);
  if (text.trim() === '') throw refuseLine(line.number, `${name} is empty`);
  return text;
}

/** What the reader of an import should look at; no rule refuses an event that ends before it starts, so it is kept. */
export const warningsAbout = (events: readonly ScheduledEvent[]): string[] =>
  events
    .filter((event) => event.endTime < event.startTime)
    .map(({ title, uid }) => `"${excerpt(title)}" (${excerpt(uid)}) ends before it starts`);
