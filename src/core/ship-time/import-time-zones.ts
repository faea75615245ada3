import { writeAuditLog } from '#area/audit-log.ts';
import { type Context, transact } from '#area/context.ts';
import { InvalidSetting } from '#config/env.ts';
import { malformed } from '#contract/errors.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  nothingImported,
  skipFaultyLines,
} from '#platform/import/import-outcome.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { readSeedFile } from '#platform/import/seed-file.ts';
import { rejectUnreadable } from '#platform/import/unreadable-file.ts';
import {
  changePortZone,
  describePortZone,
  describePortZoneProblem,
  readFixedPortZone,
  warnAboutChangedZone,
  warnAboutPortZone,
  writeFixedPortZone,
} from './port-zone.ts';
import type { TimeZoneChange } from './ship-clock.ts';
import { getPortZone } from './ship-time.ts';
import { findTimeZoneChanges, replaceTimeZoneChanges } from './store.ts';
import { readTimeZoneFile } from './time-zone-file.ts';

const seedName = 'time-zone-changes.txt';
const seedOptions: ImportOptions = { force: false, dryRun: false };

/**
 * Replaces the table with the file's clock changes (schedule rules 14 and 115). Throws UnreadableFile if the file can't
 * be used. Unless `force` is set, it also throws if lines are unreadable or a fixed port zone would change (decision
 * 44).
 */
export function importTimeZones(context: Context, text: string, options: ImportOptions): ImportOutcome {
  const { changes: table, faults } = readTimeZoneFile(text);
  const faultWarnings = skipFaultyLines(faults, options);
  return transact(context, (context) => {
    const { db, config } = context;
    const fixed = readFixedPortZone(db);
    const portZone = changePortZone(fixed, config.portTimeZone, table, options);
    const before = findTimeZoneChanges(db);
    const counts = countDifferences(before, table);
    const changes = describeDifferences(before, table);
    if (!options.dryRun) {
      replaceTimeZoneChanges(db, table);
      if (fixed !== undefined) writeFixedPortZone(db, portZone.zoneID);
    }
    const warnings = [
      ...faultWarnings,
      ...warnAboutChangedZone(fixed, portZone),
      ...warnAboutPortZone(portZone, config.portTimeZone, table),
    ];
    return { ...nothingImported, ...counts, changes, notes: [describePortZone(portZone)], warnings };
  });
}

type Counts = Pick<ImportOutcome, 'added' | 'changed' | 'deleted' | 'unchanged'>;

function countDifferences(before: readonly TimeZoneChange[], after: readonly TimeZoneChange[]): Counts {
  const known = new Map(before.map((change) => [change.activeAt.getTime(), change]));
  const counts = { added: 0, changed: 0, deleted: 0, unchanged: 0 };
  for (const { activeAt, zoneID, abbreviation } of after) {
    const old = known.get(activeAt.getTime());
    if (!old) counts.added += 1;
    else if (old.zoneID === zoneID && old.abbreviation === abbreviation) counts.unchanged += 1;
    else counts.changed += 1;
  }
  return { ...counts, deleted: before.length - counts.changed - counts.unchanged };
}

/** Formats one line for each moment whose clock change differs between the tables. */
function describeDifferences(before: readonly TimeZoneChange[], after: readonly TimeZoneChange[]): string[] {
  const [old, renewed] = [before, after].map(
    (changes) =>
      new Map(changes.map((change) => [change.activeAt.getTime(), `${change.abbreviation} (${change.zoneID})`])),
  );
  const moments = [...new Set([...(old?.keys() ?? []), ...(renewed?.keys() ?? [])])].sort((one, other) => one - other);
  return moments
    .filter((moment) => old?.get(moment) !== renewed?.get(moment))
    .map((moment) => {
      const at = `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      return `from ${at}: ${old?.get(moment) ?? 'none'} → ${renewed?.get(moment) ?? 'none'}`;
    });
}

/**
 * Reads the crew's own seed file again. Throws 400 with the reason and leaves the table unchanged if there is no file
 * or it can't be used: the sample is only for the first start (schedule rule 14, decision 66).
 */
export function reloadTimeZones(context: Context): void {
  const { seeds } = context.config.folders;
  const {
    notes,
    changes: _changes,
    warnings,
    ...counts
  } = rejectUnreadable(() => {
    const seed = readSeedFile(seeds, seedName, false);
    if (!seed) throw malformed(`The seeds folder of the server has no ${seedName}.`);
    return importTimeZones(context, seed.text, seedOptions);
  });
  writeAuditLog(context, 'the clock changes were reloaded', counts);
  context.db.afterCommit(() => {
    for (const note of notes) context.log.info(note);
    for (const warning of warnings) context.log.warn(warning);
  });
}

/**
 * Fills the table at the first start, and logs the port zone in force (decision 38). Throws InvalidSetting if
 * PORT_TIMEZONE differs from the zone of the stored times.
 */
export async function prepareShipTime(context: Context): Promise<readonly string[]> {
  const { db, config, log } = context;
  const complaint = describePortZoneProblem(db, config.portTimeZone);
  if (complaint !== undefined) throw new InvalidSetting('PORT_TIMEZONE', complaint);
  if (findTimeZoneChanges(db).length === 0) {
    const seed = { folder: config.folders.seeds, name: seedName, sample: config.isDevelopment, log };
    await importSeed(seed, (text) => importTimeZones(context, text, seedOptions));
  }
  const portZone = getPortZone(context);
  log.info(describePortZone(portZone));
  for (const warning of warnAboutPortZone(portZone, config.portTimeZone, findTimeZoneChanges(db))) log.warn(warning);
  return [];
}
