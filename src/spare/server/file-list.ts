import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { findPathInside, isPathPart } from '#platform/files/paths.ts';
import type { FileEntry, Files } from '../wire/messages.ts';

/** Folders that the spare keeps identical, by the names the two machines use for them. */
export type SharedFolders = Readonly<Record<string, string>>;

/** Folders whose files have changed since they were last listed. */
export interface FileList {
  /** Records that a file was saved or deleted here: the next listing includes its folder. */
  recordSaved(path: string): void;
  /**
   * Lists recorded changes and, now and then, everything that changed, because commands record nothing. If `isWhole`,
   * lists
   * everything, as if nothing had been listed before; if `isLast`, everything that changed.
   */
  list(options: { readonly isWhole: boolean; readonly isLast: boolean }): Promise<Files>;
  /** Opens a file; undefined if there is none of that name. */
  read(folder: string, name: string): Promise<Readable | undefined>;
}

/** A folder's modification time is only this precise, in milliseconds; a younger one is listed again. */
const timestampResolution = 1000;
/** Pictures are in hundreds of folders, and checking each takes long. */
const listIntervalMilliseconds = 5_000;

/** A folder as it was when listed. */
interface ListedFolder {
  readonly modified: number;
  readonly folders: readonly string[];
}

/**
 * Lists folders and their subfolders, except hidden ones, which hold temporary files and files retained for a backup.
 */
export function createFileList(folders: SharedFolders, now: () => number = Date.now): FileList {
  const listed = new Map<string, ListedFolder>();
  let noted = new Set<string>();
  let walkedAt = Number.NEGATIVE_INFINITY;

  /** Returns the subfolders. */
  async function listFolder(name: string, path: string, found: Found): Promise<readonly string[]> {
    const { mtimeMs: modified } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    const before = listed.get(name);
    if (modified === 0 || before?.modified === modified) return before?.folders ?? [];
    const entries = (await readdir(path, { withFileTypes: true })).filter((entry) => !isHidden(entry.name));
    await addFiles(name, path, entries, found);
    const inside = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    if (now() - modified > timestampResolution) listed.set(name, { modified, folders: inside });
    return inside;
  }

  async function walk(name: string, path: string, found: Found): Promise<void> {
    for (const inside of await listFolder(name, path, found))
      await walk(`${name}/${inside}`, join(path, inside), found);
  }

  async function walkAll(found: Found): Promise<void> {
    walkedAt = performance.now();
    for (const [name, path] of Object.entries(folders)) await walk(name, path, found);
  }

  async function listNoted(found: Found): Promise<void> {
    const paths = noted;
    noted = new Set();
    for (const path of paths) {
      const name = nameFolder(folders, path);
      if (name !== undefined) await listFolder(name, path, found);
    }
  }

  return {
    recordSaved: (path) => void noted.add(dirname(path)),
    async list({ isWhole, isLast }) {
      if (isWhole) listed.clear();
      const found: Found = { folders: [], files: [] };
      const isDue = performance.now() - walkedAt >= listIntervalMilliseconds;
      await (isWhole || isLast || isDue ? walkAll(found) : listNoted(found));
      return found;
    },
    async read(folder, name) {
      const path = locate(folders, folder, name);
      const file = path === undefined ? undefined : await open(path, 'r').catch(() => undefined);
      return file?.createReadStream();
    },
  };
}

interface Found {
  readonly folders: string[];
  readonly files: FileEntry[];
}

async function addFiles(folder: string, path: string, entries: readonly Dirent[], found: Found): Promise<void> {
  found.folders.push(folder);
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const { size } = await stat(join(path, entry.name)).catch(() => ({ size: 0 }));
    found.files.push({ folder, name: entry.name, size });
  }
}

/** Whether each machine has its own version of this file. */
export const isHidden = (name: string): boolean =>
  (name.startsWith('.') && name !== wellKnown) || name === 'spare.json';

/** The crew's own files, served below this address. */
const wellKnown = '.well-known';

const isSharedPart = (part: string): boolean => isPathPart(part) && (!part.startsWith('.') || part === wellKnown);

/** Returns the name the two machines use for a folder of this machine; undefined if it isn't shared. */
function nameFolder(folders: SharedFolders, path: string): string | undefined {
  for (const [name, top] of Object.entries(folders)) {
    const rest = findPathInside(top, path);
    if (rest) return [name, ...rest].join('/');
  }
  return undefined;
}

/** Returns the path of a shared file on this machine; undefined for a name that can't be stored here. */
export function locate(folders: SharedFolders, folder: string, name: string): string | undefined {
  const [shared = '', ...rest] = folder.split('/');
  const top = Object.hasOwn(folders, shared) ? folders[shared] : undefined;
  if (top === undefined || ![...rest, name].every(isSharedPart)) return undefined;
  return join(top, ...rest, name);
}
