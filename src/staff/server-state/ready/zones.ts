import {
  describePortZone,
  describePortZoneProblem,
  getPortZone,
  getShipClock,
  warnAboutPortZone,
} from '#core/ship-time/index.ts';
import { type CheckInput, createFault, type Finding, formatMinute } from './line.ts';

const command = 'gangway import timezones time-zone-changes.txt';

/** Checks that the ship's clock changes are known, and begin in the zone of the home port. */
export function checkZones({ context }: CheckInput): Finding {
  const zone = getPortZone(context);
  const { changes } = getShipClock(context);
  const { portTimeZone } = context.config;
  const problem = describePortZoneProblem(context.db, portTimeZone);
  const warnings = warnAboutPortZone(zone, portTimeZone, changes);
  const [first, last] = [changes[0], changes.at(-1)];
  const span =
    first && last
      ? `, the first at ${formatMinute(first.activeAt)} and the last at ${formatMinute(last.activeAt)}`
      : '';
  return {
    faults: [
      ...(problem === undefined ? [] : [createFault(`PORT_TIMEZONE ${problem}.`)]),
      ...warnings.map((sentence) => createFault(sentence, command)),
    ],
    sentence: `${describePortZone(zone)} ${changes.length === 1 ? 'There is one clock change' : `There are ${changes.length} clock changes`}${span}.`,
  };
}
