import { IANAZone } from 'luxon';
import { canonicalizeZone } from '#platform/time/zone-id.ts';

/** What a zone's clock says of itself at one instant. */
export interface ZoneReading {
  /** Offset from UTC in seconds; west is negative. */
  readonly offsetSeconds: number;
  /** Short name in American English, such as `EST`; `GMT-7` where the zone database has no word. */
  readonly shortName: string;
}

// Since 1973 every zone has changed its clock on a full minute of UTC, so one reading serves its whole minute.
// Asking Intl takes about 10 µs, an event list asks more than a thousand times, and its times repeat.
const minuteMilliseconds = 60_000;
const maxReadingsPerZone = 10_000;
// What a Date can hold, less two days: the wall clock of its last hours would be out of reach.
const maxMillisecond = 8.64e15 - 2 * 24 * 60 * minuteMilliseconds;

// By the main name, so that a file that writes one zone in a thousand ways cannot fill the memory.
const readersByZone = new Map<string, (instant: number) => ZoneReading>();

/** Reads a zone's clock at an instant in milliseconds. Throws RangeError for an unknown zone. */
export function readZone(zoneID: string, instant: number): ZoneReading {
  const name = canonicalizeZone(zoneID);
  if (name === undefined) throw new RangeError(`"${zoneID}" is not an IANA time zone`);
  let read = readersByZone.get(name);
  if (!read) {
    read = createReader(name);
    readersByZone.set(name, read);
  }
  return read(clampToDate(instant));
}

/** Keeps milliseconds inside what a Date can hold: a query may ask for the year 275760. */
export const clampToDate = (milliseconds: number): number =>
  Math.max(-maxMillisecond, Math.min(maxMillisecond, milliseconds));

function createReader(zoneID: string): (instant: number) => ZoneReading {
  const zone = IANAZone.create(zoneID);
  const names = new Intl.DateTimeFormat('en-US', { timeZone: zoneID, timeZoneName: 'short' });
  const readings = new Map<number, ZoneReading>();

  function readMinute(minute: number): ZoneReading {
    const begin = minute * minuteMilliseconds;
    const shortName = names.formatToParts(begin).find((part) => part.type === 'timeZoneName')?.value ?? '';
    return { offsetSeconds: Math.round(zone.offset(begin) * 60), shortName };
  }

  return (instant) => {
    const minute = Math.floor(instant / minuteMilliseconds);
    const cached = readings.get(minute);
    if (cached) return cached;
    const reading = readMinute(minute);
    if (readings.size >= maxReadingsPerZone) readings.clear();
    readings.set(minute, reading);
    return reading;
  };
}
