import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { resolveWallClock } from '#core/ship-time/index.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { isZoneID } from '#platform/time/zone-id.ts';
import { type ContentLine, createLineError } from './event-blocks.ts';

const timeForm = /:(\d{8}(?:T\d{6}Z?)?)\s*$/;

/** Returns the first value of a text property, unescaped once (schedule rule 36). Throws UnreadableFile. */
export function readText(line: ContentLine): string {
  // Replaces `&amp;` first, so that the unescaped semicolon can't complete another entity.
  const [, , , value] = readProperty({ number: line.number, text: line.text.replaceAll('&amp;', '&') });
  if (typeof value !== 'string') throw createLineError(line.number, `"${takeExcerpt(line.text)}" is not a text`);
  return value;
}

/**
 * Returns the port time of a date property (schedule rule 37). A date without a time is midnight in the port zone.
 * Throws UnreadableFile.
 */
export function readTime(line: ContentLine, portZone: string): Date {
  const text = timeForm.exec(line.text)?.[1] ?? '';
  // Reads it as wall clock time first: Luxon resolves repeated and skipped hours by the host's clock,
  // `resolveWallClock` doesn't.
  const wallClock = DateTime.fromISO(text.replace('Z', ''), { zone: 'utc' });
  if (!wallClock.isValid) throw createLineError(line.number, `"${takeExcerpt(line.text)}" is not a readable time`);
  const zoneID = readZone(line);
  if (!text.includes('T')) return resolveWallClock(portZone, wallClock.toMillis());
  return resolveWallClock(zoneID ?? (text.endsWith('Z') ? 'UTC' : portZone), wallClock.toMillis());
}

function readZone(line: ContentLine): string | undefined {
  const [, parameters] = readProperty(line);
  if (!('tzid' in parameters)) return undefined;
  const zoneID = String(parameters.tzid).replace(/^\//, '');
  if (!isZoneID(zoneID)) throw createLineError(line.number, `"${takeExcerpt(zoneID)}" is not an IANA time zone`);
  return zoneID;
}

/** Name, parameters by lower-case name, value type and first value, followed by any further values. */
type Property = readonly [name: string, parameters: Readonly<Record<string, unknown>>, type: string, value?: unknown];

function readProperty(line: ContentLine): Property {
  try {
    return ICAL.parse.property(line.text);
  } catch {
    // The library's own message repeats the whole line and has no line number.
    throw createLineError(line.number, `"${takeExcerpt(line.text)}" is not a readable property`);
  }
}
