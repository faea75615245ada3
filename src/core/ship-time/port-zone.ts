import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import type { Database, Transaction } from '#db/open.ts';
import { isSameZone } from '#platform/zone-id.ts';
import type { TimeZoneChange } from './ship-clock.ts';

/** The zone in which port times are wall clocks, and what says so (decisions 38 and 44). */
export interface PortZone {
  readonly zoneID: string;
  readonly origin: 'fixed' | 'variable' | 'table' | 'usual';
}

const defaultPortZone = 'America/New_York';
const fact = 'portTimeZone';

/** The zone that was fixed when the first time was stored; undefined while none is stored. */
export const readFixedPortZone = (db: Database): string | undefined => readInstallation(db, fact);

/**  */
export const writeFixedPortZone = (db: Transaction, zoneID: string): void => writeInstallation(db, fact, zoneID);

/** What the variable PORT_TIMEZONE and the clock changes ask for, whatever is fixed. */
export function findWantedPortZone(variable: string | undefined, [earliest]: readonly TimeZoneChange[]): PortZone {
  if (variable !== undefined) return { zoneID: variable, origin: 'variable' };
  return earliest ? { zoneID: earliest.zoneID, origin: 'table' } : { zoneID: defaultPortZone, origin: 'usual' };
}

/** What is wrong with a PORT_TIMEZONE other than the fixed zone (decision 44); follows the variable's name in a sentence. */
export function describePortZoneProblem(db: Database, variable: string | undefined): string | undefined {
  const fixed = readFixedPortZone(db);
  if (fixed === undefined || variable === undefined || isSameZone(fixed, variable)) return undefined;
  return (
    `is ${variable}, but the port time zone is fixed as ${fixed}, because times are stored in it: set it to ${fixed} or leave ` +
    'it out. To change the zone, which moves every stored time, run "gangway import timezones FILE --force" with this ' +
    'PORT_TIMEZONE and then import the schedule again'
  );
}

const origins: Readonly<Record<PortZone['origin'], string>> = {
  fixed: 'fixed, because times are stored in it',
  variable: 'from PORT_TIMEZONE',
  table: 'from the earliest clock change',
  usual: 'assumed, because neither PORT_TIMEZONE nor a clock change says another',
};

/** A sentence for the operator. */
export const describePortZone = ({ zoneID, origin }: PortZone): string =>
  `The port time zone is ${zoneID} (${origins[origin]}).`;

/** Sentences on a port zone that does not fit the clock changes: everything shifted by hours is the mistake to prevent. */
export function warnOfPortZone(
  { zoneID }: PortZone,
  variable: string | undefined,
  [earliest]: readonly TimeZoneChange[],
): string[] {
  if (!earliest) return ['There are no clock changes yet: the port time zone applies on the whole sailing.'];
  if (isSameZone(zoneID, earliest.zoneID)) return [];
  const asked = variable === undefined ? `The port time zone is ${zoneID}` : `PORT_TIMEZONE is ${variable}`;
  return [
    `${asked}, but the clock changes begin with ${earliest.zoneID}: if that is wrong, all times are off by hours.`,
  ];
}
