import type { Context } from '#area/context.ts';
import { InvalidSetting } from '#config/env.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { importTimeZones, timeZoneSeed } from './import-time-zones.ts';
import { describePortZone, describePortZoneProblem, warnOfPortZone } from './port-zone.ts';
import { getPortZone } from './ship-time.ts';
import { findTimeZoneChanges } from './store.ts';

/**
 * Fills the table at the first start, and logs which port zone is in force (decision 38). Throws InvalidSetting when
 * PORT_TIMEZONE is another zone than that of the times stored.
 */
export async function prepareShipTime(context: Context): Promise<readonly string[]> {
  const { db, config, log } = context;
  const complaint = describePortZoneProblem(db, config.portTimeZone);
  if (complaint !== undefined) throw new InvalidSetting('PORT_TIMEZONE', complaint);
  if (findTimeZoneChanges(db).length === 0) {
    const seed = { folder: config.folders.seeds, name: timeZoneSeed, sample: config.isDevelopment, log };
    importSeed(seed, (text) => importTimeZones(context, text, { force: false, dryRun: false }));
  }
  log.info(describePortZone(getPortZone(context)));
  const warnings = warnOfPortZone(getPortZone(context), config.portTimeZone, findTimeZoneChanges(db));
  for (const warning of warnings) log.warn(warning);
  return [];
}
