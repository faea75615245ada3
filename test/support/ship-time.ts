import { readFileSync } from 'node:fs';
import { readWallClock, type TimeZoneChange } from '#core/ship-time/index.ts';

export const newYork = 'America/New_York';
export const puertoRico = 'America/Puerto_Rico';
export const pacific = 'America/Los_Angeles';

/** Two clock changes, to Mazatlan and back, as a file; the home port is Los Angeles or New York. */
export const pacificTable = [
  '20250301T080000Z\tPST\tAmerica/Los_Angeles',
  '20250304T080000Z\tMST\tAmerica/Mazatlan',
  '20250307T070000Z\tPST\tAmerica/Los_Angeles',
].join('\n');
export const newYorkTable = pacificTable.replaceAll(pacific, newYork).replaceAll('PST', 'EST');

/** The clock changes of the sample sailing, which a first start in testing imports. */
export const sampleTable = readFileSync(new URL('../../assets/samples/time-zone-changes.txt', import.meta.url), 'utf8');

export const unforcedOptions = { force: false, dryRun: false };
export const forcedOptions = { force: true, dryRun: false };

/** A clock change, with its instant as text. */
export const createClockChange = (activeAt: string, abbreviation: string, zoneID: string): TimeZoneChange => ({
  activeAt: new Date(activeAt),
  abbreviation,
  zoneID,
});

/** Formats the wall clock time in a zone, without fractions of seconds. */
export const formatWallClock = (zoneID: string, instant: Date): string =>
  new Date(readWallClock(zoneID, instant)).toISOString().slice(0, 19);
