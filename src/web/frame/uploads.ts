import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';

/** A field for one file, as base64. */
export const chosenFile = v.optional(v.array(v.string()));

/** The file that was chosen. Throws 400 when none was. */
export function getChosen(files: readonly string[] | undefined): string {
  const [file] = files ?? [];
  if (file === undefined) throw malformed('Choose a file first.');
  return file;
}

/** The text in the file that was chosen. Throws 400 when none was, or when it is not a text. */
export function readChosenText(files: readonly string[] | undefined): string {
  const bytes = Buffer.from(getChosen(files), 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('This file is not a text in UTF-8.');
  }
}
