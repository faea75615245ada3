import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { syncToDisk } from '#platform/sync-to-disk.ts';
import type { Progress } from '../terminal/progress.ts';
import { type FileFacts, manifestName } from './manifest.ts';

/** Pictures do not get smaller, and the database is read in a moment at any level. */
const gzip = { level: 1 };

/** A picture that was moved while it was gathered has two names; each is written as a file of its own, not as a link. */
class NoLinks extends Map<never, never> {
  override get(): undefined {
    return undefined;
  }
}

/**
 * Writes the manifest and the files of a folder into one archive that only its owner may read. When this returns the
 * file survives a power cut; when it fails there is none.
 */
export async function writeArchive(
  folder: string,
  files: readonly FileFacts[],
  target: string,
  progress: Progress,
): Promise<void> {
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  let begun = 0;
  const archive = create(
    {
      cwd: folder,
      gzip,
      portable: true,
      strict: true,
      linkCache: new NoLinks(),
      onWriteEntry: () => progress.show('writing', begun++, files.length),
    },
    [manifestName, ...files.map(({ path }) => path)],
  );
  try {
    await pipeline(Readable.from(archive), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    renameSync(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
