import type { Context } from '#context';
import { UnreadableFile } from '#platform/unreadable-file.ts';
import { readRegistrationCodeFile } from './registration-code-file.ts';
import { findRegistrationCode, insertRegistrationCodes } from './store.ts';

/** What an import of registration codes changed, or would change. */
export interface CodeImport {
  readonly added: number;
  readonly unchanged: number;
}

/**
 * Adds the codes of a file; codes are never taken away (schedule rule 117). Throws UnreadableFile for a file without
 * codes, and for one with lines that are none unless `force` is set. `dryRun` only counts.
 */
export function importRegistrationCodes(context: Context, text: string, options: { force: boolean; dryRun: boolean }): CodeImport {
  const { codes, faults } = readRegistrationCodeFile(text);
  const [fault] = faults;
  if (fault && !options.force) throw new UnreadableFile(`line ${fault.line} is no registration code: ${fault.reason} (${faults.length} such lines; --force passes over them)`);
  if (codes.length === 0) throw new UnreadableFile('the file holds no registration codes');
  return context.db.transaction(() => {
    const missing = codes.filter((code) => !findRegistrationCode(context.db, code));
    if (!options.dryRun) insertRegistrationCodes(context.db, missing, false);
    return { added: missing.length, unchanged: codes.length - missing.length };
  });
}
