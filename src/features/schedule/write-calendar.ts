import ICAL from 'ical.js';
import { normalizeLines } from '#platform/text.ts';

/** What a calendar file says of one event. */
export interface CalendarEntry {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** Label of the event's type. */
  readonly category: string;
  /** True instants as shown to people, never port times. */
  readonly startTime: Date;
  readonly endTime: Date;
  /** Last change. */
  readonly updatedAt: Date;
  readonly url?: string;
}

export interface CalendarFile {
  readonly name: string;
  readonly description: string;
  readonly events: readonly CalendarEntry[];
}

// The library leaves the blank that begins a continued line out of its count, and 75 octets are the most (RFC 5545, 3.1).
ICAL.foldLength = 74;

const buildTextProperty = { defaultType: 'text' };

/** The library's own properties, and those newer or less official than it knows. */
const design = {
  ...ICAL.design.icalendar,
  property: {
    ...ICAL.design.icalendar.property,
    name: buildTextProperty,
    'x-wr-calname': buildTextProperty,
    'x-wr-caldesc': buildTextProperty,
    'x-wr-timezone': buildTextProperty,
  },
};

/** An iCalendar file with CRLF line ends, folded at 75 octets (schedule rule 114). */
export function writeCalendar(calendar: CalendarFile): string {
  const properties = [
    formatText('version', '2.0'),
    formatText('prodid', '-//Gangway//Schedule//EN'),
    formatText('method', 'PUBLISH'),
    formatText('calscale', 'GREGORIAN'),
    formatText('name', calendar.name),
    formatText('description', calendar.description),
    formatText('x-wr-calname', calendar.name),
    formatText('x-wr-caldesc', calendar.description),
    formatText('x-wr-timezone', 'UTC'),
  ];
  return `${ICAL.stringify.component(['vcalendar', properties, calendar.events.map(writeEvent)], design)}\r\n`;
}

function writeEvent(event: CalendarEntry) {
  const properties = [
    formatTime('dtstamp', event.updatedAt),
    formatTime('dtstart', event.startTime),
    formatTime('dtend', event.endTime),
    formatText('summary', event.title),
    formatText('description', event.description),
    formatText('categories', event.category),
    formatText('location', event.location),
    ['sequence', {}, 'integer', 0],
    formatText('uid', event.uid),
    ...(event.url === undefined ? [] : [['url', {}, 'uri', removeControls(event.url).replaceAll('\n', '')]]),
  ];
  return ['vevent', properties, []];
}

// Properties in jCal form (RFC 7265): name, parameters, type, value.
const formatText = (name: string, value: string) => [name, {}, 'text', removeControls(value)];
const formatTime = (name: string, instant: Date) => [name, {}, 'date-time', `${instant.toISOString().slice(0, 19)}Z`];

/** Control characters are not allowed in a calendar, and a bare line end would let a title add properties. */
const removeControls = (value: string): string =>
  normalizeLines(value)
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed();
