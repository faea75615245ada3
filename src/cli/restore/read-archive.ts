import { createReadStream } from 'node:fs';
import { Parser, type ReadEntry } from 'tar';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/**
 * Hands every entry of an archive to `take`, one after the other; each must be read to its end. Rejects with what `take`
 * throws, and with UnreadableFile for a file that is no archive, is damaged or is cut off.
 */
export async function readArchive(file: string, take: (entry: ReadEntry) => Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const parser = new Parser({ strict: true });
  // The library may bring the next entry while the last bytes of this one are on their way to the disk.
  let taken = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      source.on('error', reject);
      parser.on('error', reject);
      parser.on('entry', (entry: ReadEntry) => {
        taken = taken.then(() => take(entry));
        taken.catch(reject);
      });
      parser.on('close', resolve);
      // The parser is written to like any stream, though it is none by its type.
      source.pipe(parser as unknown as NodeJS.WritableStream);
    });
    await taken;
  } catch (error) {
    throw isOfTheArchive(error) ? new UnreadableFile('it is damaged, cut off, or no backup at all') : error;
  } finally {
    source.destroy();
  }
}

/** An error of the unpacking libraries, which speak of headers and checksums. */
const isOfTheArchive = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(TAR|Z)_/.test(String(error.code));
