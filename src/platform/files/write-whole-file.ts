import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { removePath, renamePath, syncToDisk } from './files.ts';

/**
 * Writes a file that only its owner can read. It's durable when this returns; on failure the previous file, if any,
 * stays.
 */
export async function writeWholeFile(target: string, write: (output: Writable) => Promise<void>): Promise<void> {
  const draft = join(dirname(target), `.${basename(target)}.part`);
  removePath(draft);
  try {
    await write(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    renamePath(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    removePath(draft);
    throw error;
  }
}
