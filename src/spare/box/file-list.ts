import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, Files } from '../wire/messages.ts';

/** Folders that the spare keeps the same as the box, by the names they have between the two. */
export type SharedFolders = Readonly<Record<string, string>>;

/** Folders whose files have changed since they were last listed. */
export interface FileList {
  /** With `isWhole` everything, as if nothing had been listed before. */
  list(isWhole: boolean): Promise<Files>;
  /** A part of a file, at most 1 MiB; undefined when there is no such file. */
  read(folder: string, name: string, from: number): Promise<{ size: number; bytes: Buffer } | undefined>;
}

/** A folder's time tells of changes only to about so many milliseconds; what is younger is listed again. */
const coarseness = 1000;
const maxPart = 1024 * 1024;

/** Lists folders and those in them, but for what is hidden: temporary files, and what a backup keeps. */
export function createFileList(folders: SharedFolders, now: () => number = Date.now): FileList {
  const listedAt = new Map<string, number>();

  /** Remembers when a folder was listed; true where it has changed since. */
  function noteChange(name: string, modified: number): boolean {
    const isChanged = listedAt.get(name) !== modified;
    if (now() - modified > coarseness) listedAt.set(name, modified);
    return isChanged;
  }

  async function listFolder(name: string, path: string, found: Found): Promise<void> {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs === 0) return;
    const isChanged = noteChange(name, mtimeMs);
    const entries = (await readdir(path, { withFileTypes: true })).filter((entry) => !isHidden(entry.name));
    if (isChanged) await addFiles(name, path, entries, found);
    for (const entry of entries) {
      if (entry.isDirectory()) await listFolder(`${name}/${entry.name}`, join(path, entry.name), found);
    }
  }

  return {
    async list(isWhole) {
      if (isWhole) listedAt.clear();
      const found: Found = { folders: [], files: [] };
      for (const [name, path] of Object.entries(folders)) await listFolder(name, path, found);
      return found;
    },
    async read(folder, name, from) {
      const path = locate(folders, folder, name);
      const file = path === undefined ? undefined : await open(path, 'r').catch(() => undefined);
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(maxPart, size - from)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        return { size, bytes: bytes.subarray(0, bytesRead) };
      } finally {
        await file.close();
      }
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

/** Is this a file that each machine has for itself? */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'spare.json';

const isPlain = (part: string): boolean => /^[\w][\w .()-]*$/.test(part) && part !== '..';

/** The path of a shared file on this machine; undefined for a name that leads out of the shared folders. */
export function locate(folders: SharedFolders, folder: string, name: string): string | undefined {
  const [shared = '', ...rest] = folder.split('/');
  const top = Object.hasOwn(folders, shared) ? folders[shared] : undefined;
  if (top === undefined || ![...rest, name].every(isPlain)) return undefined;
  return join(top, ...rest, name);
}
