import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { retainedFolder } from '#platform/files/file-store.ts';
import { createHardLink, isOnReadOnlyDisk, removePath, renamePath } from '#platform/files/files.ts';
import { isDiskFull } from '#platform/machine/machine-trouble.ts';
import { runAsOwner } from '#platform/processes/owner.ts';
import { openUploads, type UploadKind, uploadKinds } from './upload-kinds.ts';

const getRetainedFolder = (images: string, kind: string): string => join(images, kind, retainedFolder);

/**
 * Makes the service keep deleted uploads from now on. Does nothing on a read-only or full disk, where the service can't
 * delete any: it would have to write to the database first.
 */
export function retainRemovedUploads(images: string): void {
  if (isOnReadOnlyDisk(images)) return;
  try {
    // The service adds to them.
    runAsOwner(images, () => {
      for (const kind of uploadKinds) mkdirSync(getRetainedFolder(images, kind), { recursive: true, mode: 0o700 });
    });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Lists every file of these kinds that exists now or did when keeping began, as kind, name and file. */
export async function listUploads(
  images: string,
  kinds: readonly UploadKind[],
): Promise<{ kind: string; name: string; file: string }[]> {
  const uploads = [];
  for (const kind of kinds) {
    for (const [name, file] of await listUploadsOfKind(images, kind)) uploads.push({ kind, name, file });
  }
  return uploads;
}

async function listUploadsOfKind(images: string, kind: UploadKind): FilesByName {
  if (!existsSync(getRetainedFolder(images, kind)) || isOnReadOnlyDisk(images)) return listStored(images, kind);
  try {
    return await listIncludingRetained(images, kind);
  } catch (error) {
    // Names take space too.
    if (isDiskFull(error)) return listStored(images, kind);
    throw error;
  }
}

type FilesByName = Promise<(readonly [name: string, file: string])[]>;

async function listStored(images: string, kind: UploadKind): FilesByName {
  const store = openUploads(images, kind);
  const stored: [name: string, file: string][] = [];
  for await (const name of store.names()) stored.push([name, store.path(name)]);
  return stored;
}

/** Adds all existing files to the kept ones. Stored files never change, so names are enough. */
async function listIncludingRetained(images: string, kind: UploadKind): FilesByName {
  const kept = getRetainedFolder(images, kind);
  for (const [name, file] of await listStored(images, kind)) await createHardLink(file, join(kept, name));
  return readdirSync(kept).map((name) => [name, join(kept, name)]);
}

/** Stops keeping deleted files and deletes the kept ones. */
export function clearRetainedUploads(images: string): void {
  if (isOnReadOnlyDisk(images)) return;
  for (const kind of uploadKinds) clearRetainedFolder(images, kind);
}

function clearRetainedFolder(images: string, kind: string): void {
  const [kept, forgotten] = [getRetainedFolder(images, kind), join(images, kind, '.forgotten')];
  removePath(forgotten);
  // The service may be adding to the folder right now; once renamed, it can't find it.
  if (existsSync(kept)) renamePath(kept, forgotten);
  removePath(forgotten);
}
