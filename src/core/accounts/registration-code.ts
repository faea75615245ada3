import { createLineFault, type LineFault, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { normalizeLines } from '#platform/text/lines.ts';

const normalForm = /^[a-z0-9]{6}$/;

/**
 * Returns the code in lower case without white space, as codes are stored and compared (core, Validation: registration
 * code normal form).
 */
export const normalizeRegistrationCode = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/** Whether the text could be a registration code: six letters or digits, ignoring spaces and case. */
export const isRegistrationCode = (text: string): boolean => normalForm.test(normalizeRegistrationCode(text));

/** The unique codes in a file in normal form, and the skipped lines. */
export interface RegistrationCodeFile {
  readonly codes: readonly string[];
  readonly faults: readonly LineFault[];
}

const maxFileLength = 1024 * 1024;

/**
 * Reads registration codes, one per line (schedule rule 117). Throws UnreadableFile if the file is longer than 1 MiB.
 */
export function readRegistrationCodeFile(text: string): RegistrationCodeFile {
  if (text.length > maxFileLength) throw new UnreadableFile('The registration code file is longer than 1 MiB.');
  const codes = new Set<string>();
  const faults: LineFault[] = [];
  for (const [index, line] of normalizeLines(text).split('\n').entries()) {
    if (line.trim() === '') continue;
    if (isRegistrationCode(line)) codes.add(normalizeRegistrationCode(line));
    else faults.push(createLineFault(index + 1, line, 'a code has six letters or digits'));
  }
  return { codes: [...codes], faults };
}
