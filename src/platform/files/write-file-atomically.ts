import { basename, dirname, join } from 'node:path';
import { removePath, renamePath, syncToDisk } from './files.ts';
import { writeNewFile } from './write-new-file.ts';

/**
 * Writes a file that only its owner can read. It's durable when this returns; on failure the previous file, if any,
 * stays.
 */
export async function writeFileAtomically(target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const draft = join(dirname(target), `.${basename(target)}.part`);
  removePath(draft);
  try {
    await writeNewFile(draft, chunks, { isDurable: true });
    renamePath(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    removePath(draft);
    throw error;
  }
}
