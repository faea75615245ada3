import type { Log } from '../observing/log.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { readSeedFile } from './seed-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A seed file, where it may lie, and where to report. */
export interface Seed {
  readonly folder: string;
  readonly name: string;
  /** May the sample carried in the program are in for a missing file? */
  readonly sample: boolean;
  readonly log: Log;
}

/**
 * Imports a seed file at a start that finds nothing of its kind stored. A file that is missing or cannot be used is
 * logged and skipped: the import can be made later (schedule rule 118).
 */
export async function importSeed(
  seed: Seed,
  importText: (text: string, isSample: boolean) => ImportOutcome | Promise<ImportOutcome>,
): Promise<void> {
  const { folder, name, sample, log } = seed;
  try {
    const file = readSeedFile(folder, name, sample);
    if (!file) {
      log.warn(`there is no ${name} in ${folder}: it can be imported later`);
      return;
    }
    const { added, warnings } = await importText(file.text, file.isSample);
    log.info({ added }, file.isSample ? `the sample ${name} was imported` : `${name} was imported`);
    for (const warning of warnings) log.warn(warning);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    log.error(`${name} was not imported: ${error.message}`);
  }
}
