import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Folders } from '#config/config.ts';
import { copyDatabase } from '#db/backup.ts';
import type { Progress } from '../terminal/progress.ts';
import { forgetPictures, gatherPictures, keepRemovedPictures } from './gather-pictures.ts';
import { databaseName } from './manifest.ts';

/** A file that will not change any more: its path in the archive, and where it lies. */
export interface GatheredFile {
  readonly path: string;
  readonly file: string;
}

/** One backup of a instance is made at a time. */
export const backupLockName = 'backup.lock';
export const getGatheringFolder = ({ data }: Pick<Folders, 'data'>): string => join(data, '.backup');

/**
 * Brings together the state of one moment. From before the database is copied until all pictures are gathered the
 * service keeps what it removes, so that every picture the copy speaks of is among them.
 */
export async function gather({ folders, databaseFile }: Config, progress: Progress): Promise<GatheredFile[]> {
  const folder = getGatheringFolder(folders);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepRemovedPictures(folders.images);
  const database = join(folder, databaseName);
  await copyDatabase(databaseFile, database, (done, total) => progress.show('copying the database', done, total));
  const pictures = await gatherPictures(folders.images);
  return [...gatherSecrets(folders.secrets, folder), { path: databaseName, file: database }, ...pictures];
}

function gatherSecrets(secrets: string, folder: string): GatheredFile[] {
  return readdirSync(secrets).map((name) => {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(join(secrets, name)), { mode: 0o600 });
    return { path: `secrets/${name}`, file };
  });
}

/** Removes everything that was gathered. */
export function clearGathered(folders: Pick<Folders, 'data' | 'images'>): void {
  rmSync(getGatheringFolder(folders), { recursive: true, force: true });
  forgetPictures(folders.images);
}
