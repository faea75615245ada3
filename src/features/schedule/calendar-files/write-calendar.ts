import ICAL from 'ical.js';
import { normalizeLines } from '#platform/text/lines.ts';

/** An event in a calendar file. */
export interface CalendarEntry {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** The label of the event's type. */
  readonly category: string;
  /** Display time, like the next field; never port time. */
  readonly startTime: Date;
  readonly endTime: Date;
  /** The time of the last change. */
  readonly updatedAt: Date;
  readonly url?: string;
}

/** The data of a calendar file: its name, description and events. */
export interface CalendarFile {
  readonly name: string;
  readonly description: string;
  readonly events: readonly CalendarEntry[];
}

// The library doesn't count the space at the start of a continued line, and the maximum is 75 octets (RFC 5545, 3.1).
ICAL.foldLength = 74;

const textProperty = { defaultType: 'text' };

/** The library's properties, plus ones that are too new or non-standard for it. */
const propertyDesign = {
  ...ICAL.design.icalendar,
  property: {
    ...ICAL.design.icalendar.property,
    name: textProperty,
    'x-wr-calname': textProperty,
    'x-wr-caldesc': textProperty,
    'x-wr-timezone': textProperty,
  },
};

/** Writes an iCalendar file with CRLF line ends, folded at 75 octets (schedule rule 114). */
export function writeCalendar(calendar: CalendarFile): string {
  const properties = [
    buildText('version', '2.0'),
    buildText('prodid', '-//Gangway//Schedule//EN'),
    buildText('method', 'PUBLISH'),
    buildText('calscale', 'GREGORIAN'),
    buildText('name', calendar.name),
    buildText('description', calendar.description),
    buildText('x-wr-calname', calendar.name),
    buildText('x-wr-caldesc', calendar.description),
    buildText('x-wr-timezone', 'UTC'),
  ];
  return `${ICAL.stringify.component(['vcalendar', properties, calendar.events.map(buildEvent)], propertyDesign)}\r\n`;
}

function buildEvent(event: CalendarEntry) {
  const properties = [
    buildTime('dtstamp', event.updatedAt),
    buildTime('dtstart', event.startTime),
    buildTime('dtend', event.endTime),
    buildText('summary', event.title),
    buildText('description', event.description),
    buildText('categories', event.category),
    buildText('location', event.location),
    ['sequence', {}, 'integer', 0],
    buildText('uid', event.uid),
    ...(event.url === undefined ? [] : [['url', {}, 'uri', removeControlCharacters(event.url).replaceAll('\n', '')]]),
  ];
  return ['vevent', properties, []];
}

// Properties in jCal form (RFC 7265): name, parameters, type, value.
const buildText = (name: string, value: string) => [name, {}, 'text', removeControlCharacters(value)];
const buildTime = (name: string, instant: Date) => [name, {}, 'date-time', `${instant.toISOString().slice(0, 19)}Z`];

/** Calendars can't contain control characters, and with a bare line end a title could add properties. */
const removeControlCharacters = (value: string): string =>
  normalizeLines(value)
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed();
