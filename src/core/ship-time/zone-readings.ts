import { IANAZone } from 'luxon';
import { canonicalizeZone } from '#platform/time/zone-id.ts';

/** A zone's offset and name at one instant. */
export interface ZoneReading {
  /** Offset from UTC in seconds; west is negative. */
  readonly offsetSeconds: number;
  /** Short name in American English, such as `EST`; `GMT-7` if the zone database has no abbreviation. */
  readonly shortName: string;
}

// Since 1973 every zone has changed its clock on a full minute of UTC, so one reading is valid for its whole minute.
// Intl takes about 10 µs per call, and an event list needs more than 1,000 readings, many of them repeated.
const minuteMilliseconds = 60_000;
const maxReadingsPerZone = 10_000;
// The range of a Date minus two days, because the wall clock of its last hours would be out of range.
const maxMillisecond = 8.64e15 - 2 * 24 * 60 * minuteMilliseconds;

// Keyed by the canonical name, so that spellings of one zone in a file can't fill the memory.
const readersByZone = new Map<string, (instant: number) => ZoneReading>();

/** Reads a zone's clock at an instant in milliseconds. Throws RangeError for an unknown zone. */
export function readZone(zoneID: string, instant: number): ZoneReading {
  const name = canonicalizeZone(zoneID);
  if (name === undefined) throw new RangeError(`"${zoneID}" is not an IANA time zone`);
  let read = readersByZone.get(name);
  if (!read) {
    read = createZoneReader(name);
    readersByZone.set(name, read);
  }
  return read(clampToDate(instant));
}

/** Clamps milliseconds to the range of a Date, because a query may ask for the year 275760. */
export const clampToDate = (milliseconds: number): number =>
  Math.max(-maxMillisecond, Math.min(maxMillisecond, milliseconds));

function createZoneReader(zoneID: string): (instant: number) => ZoneReading {
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
