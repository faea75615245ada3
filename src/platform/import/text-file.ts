import { readFileSync, statSync } from 'node:fs';
import { UnreadableFile } from './unreadable-file.ts';

const maxBytes = 20 * 1024 * 1024;

/**
 * Reads the text of an external file. Throws UnreadableFile if it isn't a regular file, is too large or isn't UTF-8.
 */
export function readTextFile(file: string): string {
  const facts = statSync(file);
  if (!facts.isFile()) throw new UnreadableFile(`${file} is not a regular file`);
  if (facts.size > maxBytes) throw new UnreadableFile(`${file} is larger than 20 MiB: it's probably the wrong file`);
  const bytes = readFileSync(file);
  const text = decode(bytes);
  if (text !== undefined) return text;
  throw new UnreadableFile(
    `${file} is not UTF-8 text, from line ${findUnreadableLine(bytes)} on: save it in that encoding`,
  );
}

/** Decodes text without its byte-order mark (decision 66); undefined if the bytes aren't UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the first line that isn't UTF-8, counted from 1. */
function findUnreadableLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const lineEnd = bytes.indexOf(0x0a, start);
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1;
    if (decode(bytes.subarray(start, end)) === undefined) return line;
    start = end;
  }
  return line;
}
