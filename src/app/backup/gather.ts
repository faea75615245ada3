import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { copyDatabase, copyDatabaseFiles, isReadableInPlace } from '#db/backup.ts';
import { assertDatabaseExists } from '#db/migrate.ts';
import { isOnReadOnlyDisk } from '#platform/files/files.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { databaseName } from './manifest.ts';
import { listUploads, retainRemovedUploads } from './retained-uploads.ts';
import type { UploadKind } from './upload-kinds.ts';

/** A file that no longer changes: its path in the archive, and its path on disk. */
export interface GatheredFile {
  readonly path: string;
  readonly file: string;
}

/**
 * Collects a consistent state in a folder. From before the database is copied until all uploads are collected, the
 * service keeps deleted files, so every file that the copy refers to is included.
 */
export async function gather(
  { folders, databaseFile }: Config,
  folder: string,
  kinds: readonly UploadKind[],
  progress: Progress,
): Promise<GatheredFile[]> {
  retainRemovedUploads(folders.images);
  const database = join(folder, databaseName);
  await gatherDatabase(databaseFile, database, progress);
  const uploads = await listUploads(folders.images, kinds);
  return [
    ...gatherSecrets(folders.secrets, folder),
    { path: databaseName, file: database },
    ...uploads.map(({ kind, name, file }) => ({ path: `images/${kind}/${name}`, file })),
  ];
}

/** Throws UnusableDatabase when there is none that this program made. */
async function gatherDatabase(databaseFile: string, copy: string, progress: Progress): Promise<void> {
  if (!isOnReadOnlyDisk(dirname(databaseFile)) && isReadableInPlace(databaseFile)) {
    assertDatabaseExists(databaseFile);
    await copyDatabase(databaseFile, copy, (done, total) => progress.show('copying the database', done, total));
    return;
  }
  progress.announce('copying the database');
  copyDatabaseFiles(databaseFile, copy);
  assertDatabaseExists(copy);
}

function gatherSecrets(secrets: string, folder: string): GatheredFile[] {
  const names = existsSync(secrets) ? readdirSync(secrets) : [];
  return names.map((name) => {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(join(secrets, name)), { mode: 0o600 });
    return { path: `secrets/${name}`, file };
  });
}
