import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Parser, type ReadEntry } from 'tar';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { type FileEntry, type Manifest, manifestName, readManifest } from './manifest.ts';
import type { Staging } from './staging.ts';

const maxManifestBytes = 256 * 1024 * 1024;

/**
 * Unpacks a backup and compares every file with the manifest, which comes first and goes to `check` before anything is
 * written. Throws UnreadableFile for an archive that is damaged, incomplete or holds anything else.
 */
export async function unpack(
  source: Readable,
  staging: Staging,
  check: (manifest: Manifest) => void,
  progress: Progress,
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const missing = new Map<string, FileEntry>();

  async function take(entry: ReadEntry): Promise<void> {
    if (entry.type !== 'File') throw new UnreadableFile(`It contains ${entry.path}, which is not a regular file.`);
    if (!manifest) {
      manifest = await unpackManifest(entry);
      check(manifest);
      for (const facts of manifest.files) missing.set(facts.path, facts);
      return;
    }
    const expected = missing.get(entry.path);
    if (!expected) throw new UnreadableFile(`It contains ${entry.path}, which isn't in its manifest.`);
    missing.delete(entry.path);
    await unpackFile(entry, expected, staging.placeOf(entry.path));
    progress.show('unpacking', manifest.files.length - missing.size, manifest.files.length);
  }

  await readArchive(source, take);
  if (!manifest) throw new UnreadableFile('It is empty.');
  const [lacking] = missing.keys();
  if (lacking !== undefined) throw new UnreadableFile(`${lacking} is missing.`);
  return manifest;
}

async function unpackManifest(entry: ReadEntry): Promise<Manifest> {
  if (entry.path !== manifestName) throw new UnreadableFile("It doesn't start with a manifest.");
  if (entry.size > maxManifestBytes) throw new UnreadableFile('Its manifest is too large.');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return readManifest(Buffer.concat(chunks).toString('utf8'));
}

async function unpackFile(entry: ReadEntry, expected: FileEntry, place: string): Promise<void> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncIterable<Buffer> {
    for await (const chunk of entry) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await writeNewFile(place, hashed(), { isDurable: true });
  if (entry.size === expected.size && hash.digest('hex') === expected.sha256) return;
  throw new UnreadableFile(`Its ${entry.path} doesn't match the manifest.`);
}

/**
 * Passes the entries of an archive to `take` one after the other; `take` must read each to its end. Rejects with the
 * errors of `take`, and with UnreadableFile for a file that isn't an archive, is damaged or is truncated.
 */
async function readArchive(source: Readable, take: (entry: ReadEntry) => Promise<void>): Promise<void> {
  const parser = new Parser({ strict: true });
  // The library may emit the next entry while the last bytes of this one are still being written.
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
      // The parser accepts writes like any stream, though its type doesn't say it is one.
      source.pipe(parser as unknown as NodeJS.WritableStream);
    });
    await taken;
  } catch (error) {
    throw isArchiveError(error) ? new UnreadableFile("It's damaged, truncated or not a backup.") : error;
  } finally {
    source.destroy();
  }
}

/** An error of the unpacking libraries, whose messages are about headers and checksums. */
const isArchiveError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(TAR|Z)_/.test(String(error.code));
