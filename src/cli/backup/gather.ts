import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderLock, tryLock } from '#app/folder-lock.ts';
import type { Config, Folders } from '#config/config.ts';
import { copyDatabase } from '#db/backup.ts';
import { createFileStore, keptFolder } from '#platform/file-store.ts';
import { createHardLink } from '#platform/files.ts';
import type { Progress } from '../terminal.ts';
import { databaseName, pictureKinds } from './manifest.ts';

/** A file that will not change any more: its path in the archive, and where it lies. */
export interface GatheredFile {
  readonly path: string;
  readonly file: string;
}

/** One backup of an instance is made at a time; undefined while another one is. */
export const lockBackup = ({ data }: Pick<Folders, 'data'>): FolderLock | undefined => tryLock(data, 'backup.lock');

/** The folder in which a backup is brought together, but for the pictures. */
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

const getKeptFolder = (images: string, kind: string): string => join(images, kind, keptFolder);

/** From now on the service keeps what it removes. */
function keepRemovedPictures(images: string): void {
  for (const kind of pictureKinds) mkdirSync(getKeptFolder(images, kind), { recursive: true, mode: 0o700 });
}

/** Adds all pictures that are there to those that were kept. They never change once stored, so names are enough. */
async function gatherPictures(images: string): Promise<GatheredFile[]> {
  for (const kind of pictureKinds) {
    const store = createFileStore(join(images, kind));
    for await (const name of store.names())
      await createHardLink(store.path(name), join(getKeptFolder(images, kind), name));
  }
  return pictureKinds.flatMap((kind) => {
    const folder = getKeptFolder(images, kind);
    return readdirSync(folder).map((name) => ({ path: `images/${kind}/${name}`, file: join(folder, name) }));
  });
}

/** Removes everything that was gathered. */
export function clearGathered(folders: Pick<Folders, 'data' | 'images'>): void {
  rmSync(getGatheringFolder(folders), { recursive: true, force: true });
  for (const kind of pictureKinds) clearKeptPictures(folders.images, kind);
}

function clearKeptPictures(images: string, kind: string): void {
  const [kept, forgotten] = [getKeptFolder(images, kind), join(images, kind, '.forgotten')];
  rmSync(forgotten, { recursive: true, force: true });
  // The service may be adding to it at this moment; under another name it finds it no more.
  if (existsSync(kept)) renameSync(kept, forgotten);
  rmSync(forgotten, { recursive: true, force: true });
}

/** Removes what an interrupted backup has left; as long as that is there the service keeps every picture it removes. */
export function clearInterruptedBackup(folders: Pick<Folders, 'data' | 'images'>): void {
  const lock = lockBackup(folders);
  // A backup is being made.
  if (!lock) return;
  clearGathered(folders);
  lock.release();
}
