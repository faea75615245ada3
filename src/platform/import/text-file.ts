import { readFileSync, statSync } from 'node:fs';
import { UnreadableFile } from './unreadable-file.ts';

const maxBytes = 20 * 1024 * 1024;

/** The text of a file from outside. Throws UnreadableFile for one that is no plain file, too large or no UTF-8 text. */
export function readTextFile(file: string): string {
  const facts = statSync(file);
  if (!facts.isFile()) throw new UnreadableFile(`${file} is no plain file`);
  if (facts.size > maxBytes) throw new UnreadableFile(`${file} is larger than 20 MiB: this cannot be the right file`);
  const bytes = readFileSync(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`${file} is not UTF-8 text: save it in that encoding`);
  }
}
