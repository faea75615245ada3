import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFileStore, keptFolder } from '#platform/file-store.ts';
import { giveSecondName } from '#platform/second-name.ts';
import { tryLock } from '../../folder-lock.ts';
import { pictureKinds } from './manifest.ts';

/** Where the pictures of one kind are gathered: on their own disk, so that second names are enough. */
export const gatheredPictures = (images: string, kind: (typeof pictureKinds)[number]): string =>
  join(images, kind, keptFolder);

/** From now on the service keeps what it removes. */
export function keepRemovedPictures(images: string): void {
  for (const kind of pictureKinds) mkdirSync(gatheredPictures(images, kind), { recursive: true, mode: 0o700 });
}

/** Adds all pictures that are there to those that were kept. They never change once stored, so names are enough. */
export async function gatherPictures(images: string): Promise<void> {
  for (const kind of pictureKinds) {
    const store = createFileStore(join(images, kind));
    for await (const name of store.names()) {
      await giveSecondName(store.path(name), join(gatheredPictures(images, kind), name));
    }
  }
}

export function forgetGatheredPictures(images: string): void {
  for (const kind of pictureKinds) rmSync(gatheredPictures(images, kind), { recursive: true, force: true });
}

export const backupLockName = 'backup.lock';

/** Removes what a backup that was interrupted has left: without it the service would keep removed pictures for ever. */
export function clearInterruptedBackup(folders: { data: string; images: string }): void {
  const lock = tryLock(folders.data, backupLockName);
  if (!lock) return;
  forgetGatheredPictures(folders.images);
  lock.release();
}
