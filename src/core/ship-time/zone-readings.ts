import { IANAZone } from 'luxon';

/** What a zone's clock says of itself at one instant. */
export interface ZoneReading {
  /** Offset from UTC in seconds; west is negative. */
  readonly offsetSeconds: number;
  /** Short name in American English, such as `EST`; `GMT-7` where the zone database has no word. */
  readonly shortName: string;
}

// Since 1973 every zone has changed its clock on a full minute of UTC, so one reading serves its whole minute.
// Asking Intl takes about 10 µs, an event list asks more than a thousand times, and its times repeat.
const MINUTE = 60_000;
const MOST_READINGS_PER_ZONE = 10_000;
const MOST_NAMES = 1_000;
// What a Date can hold, less two days: the wall clock of its last hours would be out of reach.
const FURTHEST_MILLISECOND = 8.64e15 - 2 * 24 * 60 * MINUTE;

const namesOfZones = new Map<string, string | undefined>();
const readersOfZones = new Map<string, (instant: number) => ZoneReading>();

/** Whether the text is a zone of the IANA database, such as `America/New_York`. */
export const isZoneID = (text: string): boolean => mainName(text) !== undefined;

/** Reads a zone's clock at an instant in milliseconds. Throws RangeError for an unknown zone. */
export function readZone(zoneID: string, instant: number): ZoneReading {
  const name = mainName(zoneID);
  if (name === undefined) throw new RangeError(`"${zoneID}" is not an IANA time zone`);
  let read = readersOfZones.get(name);
  if (!read) {
    read = createReader(name);
    readersOfZones.set(name, read);
  }
  return read(withinDate(instant));
}

/** Keeps milliseconds inside what a Date can hold: a query may ask for the year 275760. */
export const withinDate = (milliseconds: number): number =>
  Math.max(-FURTHEST_MILLISECOND, Math.min(FURTHEST_MILLISECOND, milliseconds));

function createReader(zoneID: string): (instant: number) => ZoneReading {
  const zone = IANAZone.create(zoneID);
  const names = new Intl.DateTimeFormat('en-US', { timeZone: zoneID, timeZoneName: 'short' });
  const readings = new Map<number, ZoneReading>();

  function readMinute(minute: number): ZoneReading {
    const begin = minute * MINUTE;
    const shortName = names.formatToParts(begin).find((part) => part.type === 'timeZoneName')?.value ?? '';
    return { offsetSeconds: Math.round(zone.offset(begin) * 60), shortName };
  }

  return (instant) => {
    const minute = Math.floor(instant / MINUTE);
    const held = readings.get(minute);
    if (held) return held;
    const reading = readMinute(minute);
    if (readings.size >= MOST_READINGS_PER_ZONE) readings.clear();
    readings.set(minute, reading);
    return reading;
  };
}

// Intl takes any letter case and any alias. Readers are kept under the main name, so that a file that writes one zone in a
// thousand ways cannot fill the memory.
function mainName(zoneID: string): string | undefined {
  if (namesOfZones.has(zoneID)) return namesOfZones.get(zoneID);
  const name = lookUpZone(zoneID);
  if (namesOfZones.size >= MOST_NAMES) namesOfZones.clear();
  namesOfZones.set(zoneID, name);
  return name;
}

const ABBREVIATION = /^[A-Za-z]{3}$/;
const ZONES_OF_THREE_LETTERS = new Set(
  ['UTC', 'GMT', 'UCT', 'EST', 'MST', 'HST', 'CET', 'EET', 'MET', 'WET', 'PRC', 'ROC', 'ROK'], // all the database has
);

function lookUpZone(zoneID: string): string | undefined {
  // Intl also takes offsets and words outside the database, where AST is Alaska: an abbreviation in the wrong column.
  if (!/^[A-Za-z]/.test(zoneID)) return undefined;
  if (ABBREVIATION.test(zoneID) && !ZONES_OF_THREE_LETTERS.has(zoneID)) return undefined;
  if (!IANAZone.isValidZone(zoneID)) return undefined;
  return new Intl.DateTimeFormat('en-US', { timeZone: zoneID }).resolvedOptions().timeZone;
}
