import { copyFile, link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStore } from '#platform/file-store.ts';
import { pictureKinds } from './manifest.ts';

/**
 * Gives every stored picture a second name below `target`, on the same disk: what the service deletes from now on stays
 * there. Pictures never change once stored. May be repeated, to add those that have come since.
 */
export async function gatherPictures(images: string, target: string): Promise<void> {
  for (const kind of pictureKinds) {
    const store = createFileStore(join(images, kind));
    await mkdir(join(target, kind), { recursive: true });
    for await (const name of store.names()) await secondName(store.path(name), join(target, kind, name));
  }
}

async function secondName(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Gathered before, or deleted since the folder was read.
    if (code === 'EEXIST' || code === 'ENOENT') return;
    // Not every file system knows second names.
    await copyFile(file, name);
  }
}
