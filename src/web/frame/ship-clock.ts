import { DateTime } from 'luxon';
import { malformed } from '#contract/errors.ts';
import type { TimeZoneChangeData } from '#core/ship-time/records.ts';
import { type Html, html } from './html.ts';

/** The ship's clock: which time zone applies at which moment, by the table of clock changes. */
export interface ShipClock {
  readonly now: Date;
  /** Returns the time zone in effect at a moment. */
  zoneAt(moment: Date): string;
  /** `19:40` */
  time(moment: Date): Html;
  /** `19:40` today, `Mon 22:40` within a week, `6 Mar 22:40` otherwise. */
  moment(moment: Date): Html;
  /** `9 Mar` */
  date(moment: Date): string;
  /** `Tuesday 9 March` */
  day(moment: Date): string;
  /** `in 20 min`, `in 2 h`; empty for moments further away or in the past. */
  soon(moment: Date): string | undefined;
  /** Formats a moment for a field for date and time: `2026-03-09T19:40`. */
  write(moment: Date): string;
  /** Parses the text of such a field by the current time zone. Returns undefined for an empty one. Throws 400. */
  read(typed: string): Date | undefined;
  /** Like `read`, by the time zone in effect at that moment: what `write` formatted is read as the same moment. */
  readAhead(typed: string): Date | undefined;
  /** Whether these moments have the same date on board. */
  isSameDay(left: Date, right: Date): boolean;
}

type Changes = Pick<TimeZoneChangeData, 'records' | 'currentTimeZoneID'>;

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour;

/** The ship's clock as shown now. */
export function createShipClock(now: Date, changes: Changes): ShipClock {
  const zoneAt = (moment: Date): string => findZone(changes, moment);
  const write = (moment: Date, form: FormatName): string => formatInstant(moment, form, zoneAt(moment));
  const stamp = (moment: Date, text: string): Html => html`<time datetime="${moment.toISOString()}">${text}</time>`;
  const isSameDay = (left: Date, right: Date): boolean => write(left, 'date') === write(right, 'date');
  let present: Html | undefined;
  const thisHour = Math.floor(now.getTime() / hour);
  return {
    now,
    zoneAt,
    time(moment) {
      if (moment !== now) return stamp(moment, write(moment, 'time'));
      // Every page shows it twice.
      present ??= stamp(now, write(now, 'time'));
      return present;
    },
    moment(moment) {
      if (isSameDay(moment, now)) return stamp(moment, write(moment, 'time'));
      const isNear = Math.abs(thisHour * hour - moment.getTime()) < week;
      return stamp(moment, `${write(moment, isNear ? 'weekday' : 'date')} ${write(moment, 'time')}`);
    },
    date: (moment) => write(moment, 'date'),
    day: (moment) => write(moment, 'day'),
    soon: (moment) => describeWait(moment.getTime() - now.getTime()),
    write: (moment) => DateTime.fromJSDate(moment, { zone: zoneAt(moment) }).toFormat(fieldFormat),
    read: (typed) => readField(typed, zoneAt(now)),
    readAhead(typed) {
      const guess = readField(typed, zoneAt(now));
      return guess && readField(typed, zoneAt(guess));
    },
    isSameDay,
  };
}

/** Finds the time zone in effect at a moment; before the first change, that of the first. */
const findZone = ({ records, currentTimeZoneID }: Changes, moment: Date): string =>
  (records.findLast(({ activeDate }) => activeDate <= moment) ?? records[0])?.timeZoneID ?? currentTimeZoneID;

const fieldFormat = "yyyy-MM-dd'T'HH:mm";

function readField(typed: string, zone: string): Date | undefined {
  if (typed.trim() === '') return undefined;
  const read = DateTime.fromISO(typed, { zone });
  if (!read.isValid) throw malformed(`"${typed}" isn't a date and time. Write it as 2026-03-09T19:40.`);
  return read.toJSDate();
}

function describeWait(milliseconds: number): string | undefined {
  if (milliseconds < 0 || milliseconds > 12 * hour) return undefined;
  if (milliseconds < minute) return 'now';
  if (milliseconds < 100 * minute) return `in ${Math.round(milliseconds / minute)} min`;
  return `in ${Math.round(milliseconds / hour)} h`;
}

const formats = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short' },
  date: { day: 'numeric', month: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type FormatName = keyof typeof formats;

/** Formats moments in one format and time zone. */
interface CachedFormatter {
  /** Creating a formatter takes longer than formatting a hundred moments with it. */
  readonly format: Intl.DateTimeFormat;
  /** Cached by minute, the finest unit that any format shows: pages show the same moments again and again. */
  readonly written: Map<number, string>;
}

const maxCachedTexts = 5_000;
const formatters: Readonly<Record<FormatName, Map<string, CachedFormatter>>> = {
  time: new Map(),
  weekday: new Map(),
  date: new Map(),
  day: new Map(),
};

function formatInstant(moment: Date, form: FormatName, zone: string): string {
  const { format, written } = getFormatter(form, zone);
  const thisMinute = Math.floor(moment.getTime() / minute);
  const known = written.get(thisMinute);
  if (known !== undefined) return known;
  if (written.size >= maxCachedTexts) written.clear();
  const text = format.format(moment);
  written.set(thisMinute, text);
  return text;
}

function getFormatter(form: FormatName, timeZone: string): CachedFormatter {
  const known = formatters[form].get(timeZone);
  if (known) return known;
  const writer = { format: new Intl.DateTimeFormat('en-GB', { ...formats[form], timeZone }), written: new Map() };
  formatters[form].set(timeZone, writer);
  return writer;
}
