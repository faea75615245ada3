import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Header } from 'tar';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import type { Progress } from '#platform/observing/progress.ts';

/** A file to archive: its path in the archive, its path on disk, and its size in bytes. */
export interface ArchiveEntry {
  readonly path: string;
  readonly file: string;
  readonly size: number;
}

const blockBytes = 512;
/** Pictures don't compress, and the database compresses quickly at any level. */
const level = 1;

/**
 * Writes files into one archive that only its owner can read. When this returns, the archive survives a power cut; when
 * it fails, there is none.
 */
export async function writeArchive(
  sources: readonly ArchiveEntry[],
  target: string,
  progress: Progress,
): Promise<void> {
  // An error of the sources reaches the archive, and so its reader.
  const archive = pipeline(
    () => generateBlocks(sources, progress),
    createGzip({ level }),
    () => {},
  );
  await writeFileAtomically(target, archive);
}

/** The library's own writer archives hard links as links. Here each is a file, so we use only its header. */
async function* generateBlocks(sources: readonly ArchiveEntry[], progress: Progress): AsyncIterable<Buffer> {
  const mtime = new Date();
  for (const [index, { path, file, size }] of sources.entries()) {
    progress.show('writing', index, sources.length);
    yield encodeHeader(path, size, mtime);
    let bytes = 0;
    for await (const chunk of createReadStream(file)) {
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== size) throw new Error(`${file} changed while it was written`);
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
  }
  yield Buffer.alloc(2 * blockBytes);
}

function encodeHeader(path: string, size: number, mtime: Date): Buffer {
  const header = new Header({ path, size, mtime, mode: 0o600, type: 'File' });
  const needsMore = header.encode();
  if (needsMore || !header.block) throw new Error(`${path} does not fit into a header`);
  return header.block;
}
