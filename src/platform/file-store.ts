import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createHardLink } from './files.ts';
import { isPictureName } from './pictures/picture-name.ts';

/** Where a stored file is, its size in bytes and when it was written. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
}

/**
 * Named files that never change once saved, under one folder, split by the first two characters of the name (core rule
 * 121). Names are those of stored pictures; any other name is a defect of the caller and throws, so no path can escape.
 */
export interface FileStore {
  /** Stores a file; when this returns it survives a power cut. */
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Where a file of that name is or would be. */
  path(name: string): string;
  /** Undefined when there is no such file. */
  describe(name: string): Promise<StoredFile | undefined>;
  /** Deletes a file. False when there was none. */
  remove(name: string): Promise<boolean>;
  /** Moves a file to a store on the same disk. False when there was none. */
  move(name: string, destination: FileStore): Promise<boolean>;
  /** Every stored name, in no order. */
  names(): AsyncIterable<string>;
}

/**
 * While a store has a folder of this name, files that are removed keep a hard link in it. A backup makes it before it
 * copies the database, so that every file the copy speaks of can be had.
 */
export const keptFolder = '.kept';

export function createFileStore(location: string): FileStore {
  const folder = resolve(location);

  function path(name: string): string {
    if (!isPictureName(name)) throw new Error(`not the name of a stored picture: ${JSON.stringify(name)}`);
    return join(folder, name.slice(0, 2), name);
  }

  const keep = (name: string) => createHardLink(path(name), join(folder, keptFolder, name));

  return {
    path,
    async save(name, bytes) {
      const target = path(name);
      const top = await makeFolder(target);
      await writeWhole(target, bytes);
      await syncFolders(target, top);
    },
    async describe(name) {
      const found = await unlessMissing(stat(path(name)));
      return found?.isFile() ? { path: path(name), size: found.size, modified: found.mtime } : undefined;
    },
    async remove(name) {
      await keep(name);
      return happened(rm(path(name)));
    },
    async move(name, destination) {
      const [source, target] = [path(name), destination.path(name)];
      const top = await makeFolder(target);
      await keep(name);
      if (!(await happened(rename(source, target)))) return false;
      await syncFolders(target, top);
      await syncFolder(dirname(source));
      return true;
    },
    async *names() {
      for await (const part of entries(folder)) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        // Temporary files of an interrupted save are no stored files.
        for await (const name of entries(join(folder, part))) if (isPictureName(name)) yield name;
      }
    },
  };
}

/** Writes beside the target and renames, so that a reader finds all of the file or none of it. */
async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes the folder of a file and returns the highest folder that this may have changed. */
async function makeFolder(target: string): Promise<string> {
  const created = await mkdir(dirname(target), { recursive: true });
  const store = dirname(dirname(target));
  // Never less than the store's own folder: another save may have made the part folder a moment ago.
  return created && created.length <= store.length ? dirname(created) : store;
}

/** Makes the names of a file and of the folders above it durable, up to and with `top`. */
async function syncFolders(target: string, top: string): Promise<void> {
  for (let folder = dirname(target); folder.length >= top.length; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === dirname(folder)) return;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* entries(folder: string): AsyncIterable<string> {
  const listing = await unlessMissing(opendir(folder));
  if (!listing) return;
  for await (const entry of listing) yield entry.name;
}

async function happened(change: Promise<void>): Promise<boolean> {
  return (await unlessMissing(change.then(() => true))) ?? false;
}

async function unlessMissing<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
