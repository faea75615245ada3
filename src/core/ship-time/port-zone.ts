import { readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import type { Database, Transaction } from '#db/open.ts';
import type { ImportOptions } from '#platform/import/import-outcome.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { isSameZone } from '#platform/time/zone-id.ts';
import type { TimeZoneChange } from './ship-clock.ts';

/** The zone in which port times are wall clocks, and its origin (decisions 38 and 44). */
export interface PortZone {
  readonly zoneID: string;
  readonly origin: 'fixed' | 'variable' | 'table' | 'default';
}

const defaultPortZone = 'America/New_York';
/** Name of the database fact that fixes the zone. */
export const portZoneFactName = 'portTimeZone';

/** Returns the zone fixed when the first time was stored; undefined while none is stored. */
export const readFixedPortZone = (db: Database): string | undefined => readDatabaseFact(db, portZoneFactName);

/** Fixes the zone, replacing a fixed one. */
export const writeFixedPortZone = (db: Transaction, zoneID: string): void =>
  writeDatabaseFact(db, portZoneFactName, zoneID);

/** Returns the fixed zone, else the PORT_TIMEZONE variable, else the zone of the earliest clock change. */
export const choosePortZone = (
  fixed: string | undefined,
  variable: string | undefined,
  changes: readonly TimeZoneChange[],
): PortZone => (fixed === undefined ? chooseZoneIfNotFixed(variable, changes) : { zoneID: fixed, origin: 'fixed' });

function chooseZoneIfNotFixed(variable: string | undefined, [earliest]: readonly TimeZoneChange[]): PortZone {
  if (variable !== undefined) return { zoneID: variable, origin: 'variable' };
  return earliest ? { zoneID: earliest.zoneID, origin: 'table' } : { zoneID: defaultPortZone, origin: 'default' };
}

/**
 * Returns the port zone once these clock changes are imported. Throws UnreadableFile if a fixed one would change
 * without `force`.
 */
export function changePortZone(
  fixed: string | undefined,
  variable: string | undefined,
  changes: readonly TimeZoneChange[],
  { force }: ImportOptions,
): PortZone {
  const requested = chooseZoneIfNotFixed(variable, changes);
  if (fixed === undefined) return requested;
  if (isSameZone(fixed, requested.zoneID)) return { zoneID: fixed, origin: 'fixed' };
  if (force) return { zoneID: requested.zoneID, origin: 'fixed' };
  const cause = requested.origin === 'variable' ? 'PORT_TIMEZONE' : 'the earliest line of this file';
  throw new UnreadableFile(
    `The port time zone is fixed as ${fixed}, because times are stored in it, and ${cause} would make it ${requested.zoneID}. ` +
      `Set PORT_TIMEZONE to ${fixed} to keep it. --force changes it, which moves every stored time on board: ` +
      'import the schedule again afterwards.',
  );
}

/** Returns a sentence for the operator if a fixed port zone changes; otherwise none. */
export function warnAboutChangedZone(fixed: string | undefined, { zoneID }: PortZone): string[] {
  if (fixed === undefined || isSameZone(fixed, zoneID)) return [];
  return [
    `The port time zone changes from ${fixed} to ${zoneID}, which moves every stored time: import the schedule again.`,
  ];
}

/**
 * Describes the conflict between PORT_TIMEZONE and the fixed zone (decision 44). Follows the variable's name in a
 * sentence.
 */
export function describePortZoneProblem(db: Database, variable: string | undefined): string | undefined {
  const fixed = readFixedPortZone(db);
  if (fixed === undefined || variable === undefined || isSameZone(fixed, variable)) return undefined;
  return (
    `is ${variable}, but the port time zone is fixed as ${fixed}, because times are stored in it: set it to ${fixed} or leave ` +
    'it out. To change the zone, which moves every stored time, run "gangway import timezones FILE --force" with this ' +
    'PORT_TIMEZONE and then import the schedule again'
  );
}

const originWords: Readonly<Record<PortZone['origin'], string>> = {
  fixed: 'fixed, because times are stored in it',
  variable: 'from PORT_TIMEZONE',
  table: 'from the earliest clock change',
  default: 'default, because neither PORT_TIMEZONE nor a clock change sets one',
};

/** Returns a sentence for the operator. */
export const describePortZone = ({ zoneID, origin }: PortZone): string =>
  `The port time zone is ${zoneID} (${originWords[origin]}).`;

/** Returns warnings for a port zone that doesn't fit the clock changes, because it would shift everything by hours. */
export function warnAboutPortZone(
  { zoneID }: PortZone,
  variable: string | undefined,
  [earliest]: readonly TimeZoneChange[],
): string[] {
  if (!earliest) return ['There are no clock changes yet, so the port time zone applies to the whole sailing.'];
  if (isSameZone(zoneID, earliest.zoneID)) return [];
  const requested = variable === undefined ? `The port time zone is ${zoneID}` : `PORT_TIMEZONE is ${variable}`;
  return [
    `${requested}, but the clock changes start with ${earliest.zoneID}: if that's wrong, all times are off by hours.`,
  ];
}
