import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { ReceivedFile } from '#contract/received-file.ts';
import type { FileKind } from '#platform/files/file-kinds.ts';

/** A field for one file, as base64. */
export const chosenFile = v.optional(v.array(v.string()));

/**
 * A field for one file that may be long: it goes to the disk as it comes in, for a call that takes it from there, and is
 * refused as soon as it is seen to be of another kind.
 */
export const longFile = (kind: FileKind) =>
  v.pipe(v.optional(v.array(v.instance(ReceivedFile))), v.metadata({ fileKind: kind }));

/** The kind of the file for which this field is a `longFile`; undefined for any other field. */
export function findFileKind(field: v.GenericSchema | v.GenericSchema<never, unknown>): FileKind | undefined {
  // Nothing else is said of a field under this name.
  return v.getMetadata(field as v.GenericSchema).fileKind as FileKind | undefined;
}

/** The file that was chosen. Throws 400 when none was. */
export function getChosen<File extends string | ReceivedFile>(files: readonly File[] | undefined): File {
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
