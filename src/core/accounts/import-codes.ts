import { type Context, transact } from '#area/context.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  nothingImported,
  skipFaultyLines,
} from '#platform/import/import-outcome.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { readRegistrationCodeFile } from './registration-code-file.ts';
import { findRegistrationCode, insertRegistrationCodes } from './store.ts';

/**
 * Adds the codes of a file; codes are never taken away (schedule rule 117). Throws UnreadableFile for a file without
 * codes, and for one with lines that are none unless `force` is set. `dryRun` only counts.
 */
export function importRegistrationCodes(context: Context, text: string, options: ImportOptions): ImportOutcome {
  const { codes, faults } = readRegistrationCodeFile(text);
  const warnings = skipFaultyLines(faults, options);
  if (codes.length === 0) throw new UnreadableFile('The file holds no registration codes.');
  return transact(context, (context) => {
    const missing = codes.filter((code) => !findRegistrationCode(context.db, code));
    if (!options.dryRun) insertRegistrationCodes(context.db, missing, false);
    return { ...nothingImported, added: missing.length, unchanged: codes.length - missing.length, warnings };
  });
}
