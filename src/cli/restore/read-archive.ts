import { createReadStream } from 'node:fs';
import { Parser, type ReadEntry } from 'tar';

/**
 * Hands every entry of an archive to `take`, one after the other; each must be read to its end. Rejects with what `take`
 * throws, and with the library's error for a file that is no archive, is damaged or is cut off.
 */
export async function readArchive(file: string, take: (entry: ReadEntry) => Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const parser = new Parser({ strict: true });
  const taken: Promise<void>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      source.on('error', reject);
      parser.on('error', reject);
      parser.on('entry', (entry: ReadEntry) => {
        const taking = take(entry);
        taking.catch(reject);
        taken.push(taking);
      });
      parser.on('close', resolve);
      // The parser is written to like any stream, though it is none by its type.
      source.pipe(parser as unknown as NodeJS.WritableStream);
    });
    await Promise.all(taken);
  } finally {
    source.destroy();
  }
}
