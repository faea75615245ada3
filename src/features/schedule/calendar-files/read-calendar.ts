import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { forEachWhileRunning } from '#platform/time/job-runner.ts';
import { readEventType } from '../events/event-types.ts';
import type { EventContent } from '../tables.ts';
import {
  type ContentLine,
  createLineError,
  type EventBlock,
  type PropertyName,
  readEventBlocks,
} from './event-blocks.ts';
import { readText, readTime } from './property-values.ts';

/** An event of a calendar file. */
export interface ScheduledEvent extends EventContent {
  /** Identifies the event across imports. */
  readonly uid: string;
}

const maxLength = 20 * 1024 * 1024;
const maxEvents = 20_000;

/**
 * Reads an iCalendar file event by event (schedule rules 34-39). Blank text has no events. If several events have the
 * same uid, the first counts and `onRepeated` gets the others. Throws UnreadableFile with the line if an event is
 * incomplete or unreadable, or if the file is truncated.
 */
export function* readEvents(
  text: string,
  portZone: string,
  onRepeated: (event: ScheduledEvent) => void = () => {},
): Generator<ScheduledEvent> {
  if (text.length > maxLength) throw new UnreadableFile('The calendar is longer than 20 MiB.');
  if (text.trim() === '') return;
  const uids = new Set<string>();
  let count = 0;
  for (const block of readEventBlocks(text.replace(/^\uFEFF/, ''))) {
    count += 1;
    if (count > maxEvents) throw createLineError(block.line, `a calendar can have up to ${maxEvents} events`);
    const event = readEvent(block, portZone);
    if (uids.has(event.uid)) {
      onRepeated(event);
      continue;
    }
    uids.add(event.uid);
    yield event;
  }
}

/** Reads a whole calendar synchronously. Throws UnreadableFile. */
export const readCalendar = (...parameters: Parameters<typeof readEvents>): ScheduledEvent[] => [
  ...readEvents(...parameters),
];

/** Reads a whole calendar and yields to other requests. Throws UnreadableFile. */
export async function readCalendarYielding(text: string, portZone: string): Promise<ScheduledEvent[]> {
  const events: ScheduledEvent[] = [];
  await forEachWhileRunning(undefined, readEvents(text, portZone), (event) => events.push(event));
  return events;
}

function readEvent(block: EventBlock, portZone: string): ScheduledEvent {
  return {
    uid: readRequiredText(block, 'UID').trim(),
    title: readRequiredText(block, 'SUMMARY'),
    description: readOptionalText(block, 'DESCRIPTION'),
    location: readOptionalText(block, 'LOCATION'),
    eventType: readEventType(readOptionalText(block, 'CATEGORIES')),
    startTime: readTime(getRequiredLine(block, 'DTSTART'), portZone),
    endTime: readTime(getRequiredLine(block, 'DTEND'), portZone),
  };
}

function readOptionalText({ properties }: EventBlock, name: PropertyName): string {
  const line = properties.get(name);
  return line ? readText(line) : '';
}

function getRequiredLine(block: EventBlock, name: PropertyName): ContentLine {
  const line = block.properties.get(name);
  if (!line) throw createLineError(block.line, `the event that starts here has no ${name}`);
  return line;
}

function readRequiredText(block: EventBlock, name: PropertyName): string {
  const line = getRequiredLine(block, name);
  const text = readText(line);
  if (text.trim() === '') throw createLineError(line.number, `${name} is empty`);
  return text;
}

/** Returns warnings for people who import a calendar. No rule rejects an event that ends before it starts. */
export const listWarnings = (
  events: readonly Pick<ScheduledEvent, 'title' | 'uid' | 'startTime' | 'endTime'>[],
): string[] =>
  events
    .filter((event) => event.endTime < event.startTime)
    .map(({ title, uid }) => `The event "${takeExcerpt(title)}" (${takeExcerpt(uid)}) ends before it starts.`);
