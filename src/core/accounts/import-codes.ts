import { randomInt } from 'node:crypto';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  nothingImported,
  skipFaultyLines,
} from '#platform/import/import-outcome.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { chooseSeedName } from '#platform/import/seed-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { readRegistrationCodeFile } from './registration-code.ts';
import { countRegistrationCodes, findRegistrationCode, insertRegistrationCodes } from './store.ts';

/**
 * Adds the codes in a file and never removes any (schedule rule 117). Throws UnreadableFile for a file without codes,
 * and for one with invalid lines unless `force` is set. With `dryRun`, only counts.
 */
export function importRegistrationCodes(context: Context, text: string, options: ImportOptions): ImportOutcome {
  const { codes, faults } = readRegistrationCodeFile(text);
  const warnings = skipFaultyLines(faults, options);
  if (codes.length === 0) throw new UnreadableFile('The file contains no registration codes.');
  return transact(context, (context) => {
    const missing = codes.filter((code) => !findRegistrationCode(context.db, code));
    if (!options.dryRun) insertRegistrationCodes(context.db, missing, false);
    return { ...nothingImported, added: missing.length, unchanged: codes.length - missing.length, warnings };
  });
}

/** Imports the first codes from the crew's file and ignores invalid lines (core, Accounts at first start). */
export async function seedRegistrationCodes(context: Context): Promise<void> {
  const { config, db, log } = context;
  if (countRegistrationCodes(db) > 0) return;
  const { isDevelopment, folders } = config;
  const name = chooseSeedName(folders.seeds, 'registration-codes.txt', isDevelopment);
  const seed = { folder: folders.seeds, name, sample: isDevelopment, log };
  await importSeed(seed, (text) =>
    transact(context, (context) => {
      const outcome = importRegistrationCodes(context, text, { force: true, dryRun: false });
      if (isDevelopment) createReservedCodes(context);
      return outcome;
    }),
  );
}

const reservedCodeCount = 100;
const letters = 'abcdefghijklmnopqrstuvwxyz';

function generateCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

/** Adds the codes reserved for testers (schedule rule 117). */
function createReservedCodes(context: WriteContext): void {
  for (let added = 0; added < reservedCodeCount; ) added += insertRegistrationCodes(context.db, [generateCode()], true);
}
