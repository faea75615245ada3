import { type Context, transact } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  nothingImported,
  skipFaultyLines,
} from '#platform/import/import-outcome.ts';
import { readSeedFile } from '#platform/import/seed-file.ts';
import { rejectUnreadable, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { isSameZone } from '#platform/zone-id.ts';
import {
  describePortZone,
  findWantedPortZone,
  type PortZone,
  readFixedPortZone,
  warnOfPortZone,
  writeFixedPortZone,
} from './port-zone.ts';
import type { TimeZoneChange } from './ship-clock.ts';
import { invalidateShipTime } from './ship-time.ts';
import { findTimeZoneChanges, replaceTimeZoneChanges } from './store.ts';
import { readTimeZoneFile } from './time-zone-file.ts';

export const timeZoneSeed = 'time-zone-changes.txt';

/**
 * Makes the file's clock changes the table (schedule rules 14 and 115). Throws UnreadableFile for one that cannot be
 * used, and unless `force` is set for one with unreadable lines or that would change a fixed port zone (decision 44).
 */
export function importTimeZones(context: Context, text: string, options: ImportOptions): ImportOutcome {
  const { changes, faults } = readTimeZoneFile(text);
  const faultWarnings = skipFaultyLines(faults, options);
  return transact(context, (context) => {
    const { db, config } = context;
    const fixed = readFixedPortZone(db);
    const portZone = computePortZone(findWantedPortZone(config.portTimeZone, changes), fixed, options);
    const counts = compareChanges(findTimeZoneChanges(db), changes);
    if (!options.dryRun) {
      replaceTimeZoneChanges(db, changes);
      if (fixed !== undefined) writeFixedPortZone(db, portZone.zoneID);
      invalidateShipTime(context);
    }
    const warnings = [
      ...faultWarnings,
      ...warnOfMoves(portZone, fixed),
      ...warnOfPortZone(portZone, config.portTimeZone, changes),
    ];
    return { ...nothingImported, ...counts, notes: [describePortZone(portZone)], warnings };
  });
}

/** The port zone once the table is imported. Throws UnreadableFile when a fixed one would change without `force`. */
function computePortZone(wanted: PortZone, fixed: string | undefined, { force }: ImportOptions): PortZone {
  if (fixed === undefined) return wanted;
  if (isSameZone(fixed, wanted.zoneID)) return { zoneID: fixed, origin: 'fixed' };
  if (force) return { zoneID: wanted.zoneID, origin: 'fixed' };
  const cause = wanted.origin === 'variable' ? 'PORT_TIMEZONE' : 'the earliest line of this file';
  throw new UnreadableFile(
    `The port time zone is fixed as ${fixed}, because times are stored in it, and ${cause} would make it ${wanted.zoneID}. ` +
      `Set PORT_TIMEZONE to ${fixed} to keep it. --force changes it, which moves every stored time on board: ` +
      'import the schedule again after that.',
  );
}

function warnOfMoves({ zoneID }: PortZone, fixed: string | undefined): string[] {
  if (fixed === undefined || isSameZone(fixed, zoneID)) return [];
  return [
    `The port time zone changes from ${fixed} to ${zoneID}, which moves every stored time: import the schedule again.`,
  ];
}

type Counts = Pick<ImportOutcome, 'added' | 'changed' | 'deleted' | 'unchanged'>;

function compareChanges(before: readonly TimeZoneChange[], after: readonly TimeZoneChange[]): Counts {
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

/** Reads the seed file again. Throws 400 with the reason, the table unchanged, when it cannot be used (schedule rule 14). */
export function reloadTimeZones(context: Context): void {
  const { folders, isDevelopment } = context.config;
  const { notes, warnings } = rejectUnreadable(() => {
    const seed = readSeedFile(folders.seeds, timeZoneSeed, isDevelopment);
    if (!seed) throw malformed(`there is no ${timeZoneSeed} in the seeds folder of the server`);
    return importTimeZones(context, seed.text, { force: false, dryRun: false });
  });
  context.db.afterCommit(() => {
    for (const note of notes) context.log.info(note);
    for (const warning of warnings) context.log.warn(warning);
  });
}
