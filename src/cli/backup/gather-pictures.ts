import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFileStore, keptFolder } from '#platform/file-store.ts';
import { createHardLink } from '#platform/hard-link.ts';
import type { GatheredFile } from './gather.ts';
import { pictureKinds } from './manifest.ts';

const getKeptFolder = (images: string, kind: string): string => join(images, kind, keptFolder);
const getForgottenFolder = (images: string, kind: string): string => join(images, kind, '.forgotten');

/** From now on the service keeps what it removes. */
export function keepRemovedPictures(images: string): void {
  for (const kind of pictureKinds) mkdirSync(getKeptFolder(images, kind), { recursive: true, mode: 0o700 });
}

/** Adds all pictures that are there to those that were kept. They never change once stored, so names are enough. */
export async function gatherPictures(images: string): Promise<GatheredFile[]> {
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

export function forgetPictures(images: string): void {
  for (const kind of pictureKinds) {
    const [kept, forgotten] = [getKeptFolder(images, kind), getForgottenFolder(images, kind)];
    rmSync(forgotten, { recursive: true, force: true });
    // The service may be adding to it at this moment; under another name it finds it no more.
    if (existsSync(kept)) renameSync(kept, forgotten);
    rmSync(forgotten, { recursive: true, force: true });
  }
}
