import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { ReceivedFile } from '#contract/received-file.ts';
import type { FileKind } from '#platform/files/file-kinds.ts';

/** A field for one file, as base64. */
export const base64File = v.optional(v.array(v.string()));

/**
 * A field for one file that may be long. It's streamed to the disk, for a call that reads it from there, and rejected
 * as soon as its first bytes show that it's of another kind.
 */
export const streamedFile = (kind: FileKind) =>
  v.pipe(v.optional(v.array(v.instance(ReceivedFile))), v.metadata({ fileKind: kind }));

/** Returns the kind of file if this field is a `streamedFile`; undefined for any other field. */
export function findFileKind(field: v.GenericSchema | v.GenericSchema<never, unknown>): FileKind | undefined {
  // No other metadata uses this name.
  return v.getMetadata(field as v.GenericSchema).fileKind as FileKind | undefined;
}

/** Returns the chosen file. Throws 400 if there is none. */
export function getChosenFile<File extends string | ReceivedFile>(files: readonly File[] | undefined): File {
  const [file] = files ?? [];
  if (file === undefined) throw malformed('Choose a file first.');
  return file;
}

/** Returns the text in the chosen file. Throws 400 if there is none, or if it isn't text. */
export function readChosenText(files: readonly string[] | undefined): string {
  const bytes = Buffer.from(getChosenFile(files), 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed("This file isn't UTF-8 text.");
  }
}
