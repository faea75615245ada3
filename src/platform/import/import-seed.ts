import type { Log } from '../observing/log.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { readSeedFile } from './seed-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A seed file, where to look for it, and where to report. */
export interface SeedOptions {
  readonly folder: string;
  readonly name: string;
  /** Whether the bundled sample may replace a missing file. */
  readonly sample: boolean;
  readonly log: Log;
}

/**
 * Imports a seed file at startup if nothing of its kind is stored. A missing or unusable file is logged and skipped: it
 * can be imported later (schedule rule 118).
 */
export async function importSeed(
  seed: SeedOptions,
  importText: (text: string, isSample: boolean) => ImportOutcome | Promise<ImportOutcome>,
): Promise<void> {
  const { folder, name, sample, log } = seed;
  try {
    const file = readSeedFile(folder, name, sample);
    if (!file) {
      log.warn(`no ${name} in ${folder}: you can import it later`);
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
