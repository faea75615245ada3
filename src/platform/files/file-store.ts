import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, opendir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isPictureName } from '../pictures/picture-name.ts';
import { createHardLink, removeFileAsync, removePathAsync, renamePathAsync, syncToDiskAsync } from './files.ts';
import { isInside, walkUp } from './paths.ts';
import { writeNewFile } from './write-new-file.ts';

/** Where a stored file is, its size in bytes and when it was written. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
}

/** How files in a store are named, and whether they're in subfolders named by their first two characters. */
export interface FileNaming {
  isName(name: string): boolean;
  readonly hasSubfolders: boolean;
}

/** For pictures (core rule 121). */
const pictureNaming: FileNaming = { isName: isPictureName, hasSubfolders: true };

/**
 * Immutable named files in one folder. Throws for an invalid name, which is a bug in the caller, so no path can leave the
 * folder.
 */
export interface FileStore {
  /** Whether this is a valid file name in the store. */
  isName(name: string): boolean;
  /** Stores a file; it's durable when this returns. */
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Like `save`, but moves an existing file into the store, or copies it from another disk. */
  take(name: string, file: string): Promise<void>;
  /** The path of a file with that name, whether it exists or not. */
  path(name: string): string;
  /** Undefined if there is no such file. */
  describe(name: string): Promise<StoredFile | undefined>;
  /** Deletes a file durably. Returns false if there was none. */
  remove(name: string): Promise<boolean>;
  /** Moves a file to a store on the same disk. Returns false if there was none. */
  move(name: string, destination: FileStore): Promise<boolean>;
  /** Every stored name, unordered. */
  names(): AsyncIterable<string>;
}

/**
 * While a store has a folder of this name, removed files keep a hard link in it. A backup creates it before it copies
 * the database, so every file that the copy refers to is available.
 */
export const retainedFolder = '.kept';

/** Opens a store; its folder is created when first needed. `onChanged` is called for every saved and deleted file. */
export function createFileStore(
  location: string,
  naming: FileNaming = pictureNaming,
  onChanged: (path: string) => void = () => {},
): FileStore {
  const folder = resolve(location);

  function path(name: string): string {
    if (!naming.isName(name)) throw new Error(`not the name of a stored file: ${JSON.stringify(name)}`);
    return naming.hasSubfolders ? join(folder, name.slice(0, 2), name) : join(folder, name);
  }

  async function* namesIn(part: string): AsyncIterable<string> {
    // Temporary files of an interrupted save aren't stored files.
    for await (const name of entries(part)) if (naming.isName(name)) yield name;
  }

  const keep = (name: string) => createHardLink(path(name), join(folder, retainedFolder, name));

  let isFolderSafe = false;

  /** Calls `write` to put a file in place, and makes it and its parent folders durable. */
  async function place(name: string, write: (target: string) => Promise<void>): Promise<void> {
    const target = path(name);
    const created = await mkdir(dirname(target), { recursive: true });
    await write(target);
    // Once per process up to the store's root: a backup or another save may have just created the folder.
    const top = isFolderSafe ? folder : dirname(folder);
    await syncFolders(target, created && isInside(created, top) ? dirname(created) : top);
    isFolderSafe = true;
    onChanged(target);
  }

  const take = (name: string, file: string) => place(name, (target) => moveAtomically(file, target));

  return {
    isName: naming.isName,
    path,
    save: (name, bytes) => place(name, (target) => writeAtomically(target, [bytes])),
    take,
    async describe(name) {
      const found = await orUndefinedIfMissing(stat(path(name)));
      return found?.isFile() ? { path: path(name), size: found.size, modified: found.mtime } : undefined;
    },
    async remove(name) {
      await keep(name);
      if (!(await hasSucceeded(removeFileAsync(path(name))))) return false;
      await syncToDiskAsync(dirname(path(name)));
      onChanged(path(name));
      return true;
    },
    async move(name, destination) {
      await keep(name);
      if (!(await hasSucceeded(destination.take(name, path(name))))) return false;
      await syncToDiskAsync(dirname(path(name)));
      onChanged(path(name));
      return true;
    },
    async *names() {
      if (!naming.hasSubfolders) return yield* namesIn(folder);
      for await (const part of entries(folder)) {
        if (/^[0-9a-f]{2}$/.test(part)) yield* namesIn(join(folder, part));
      }
    },
  };
}

/** Returns the entity tag of a stored file, which never changes. */
export const computeFileTag = ({ size, modified }: StoredFile): string =>
  `"${modified.getTime().toString(36)}-${size.toString(36)}"`;

/** Writes to a temporary file and renames it, so readers see all of the file or none of it. */
async function writeAtomically(target: string, chunks: Parameters<typeof writeNewFile>[1]): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  try {
    await writeNewFile(temporary, chunks, { isDurable: true });
    await renamePathAsync(temporary, target);
  } catch (error) {
    await removePathAsync(temporary);
    throw error;
  }
}

/** Moves a file into place, from another disk too. */
async function moveAtomically(source: string, target: string): Promise<void> {
  await syncToDiskAsync(source);
  try {
    await renamePathAsync(source, target);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await writeAtomically(target, createReadStream(source));
    await removeFileAsync(source);
  }
}

/** Makes the names of a file and its parent folders durable, up to and including `top`. */
async function syncFolders(target: string, top: string): Promise<void> {
  for (const folder of walkUp(dirname(target), top)) await syncToDiskAsync(folder);
}

async function* entries(folder: string): AsyncIterable<string> {
  const listing = await orUndefinedIfMissing(opendir(folder));
  if (!listing) return;
  for await (const entry of listing) yield entry.name;
}

async function hasSucceeded(change: Promise<void>): Promise<boolean> {
  return (await orUndefinedIfMissing(change.then(() => true))) ?? false;
}

async function orUndefinedIfMissing<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
