import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { findPathInside, isInside } from '#platform/files/paths.ts';
import { BackupFailed } from './backup-failed.ts';

type DataLocations = Pick<Config, 'folders' | 'databaseFile'>;

/**
 * Returns the path to write a backup or bundle to: the given file, or a default name in the given or current folder.
 * Throws BackupFailed for one of the instance's own files and, without `force`, for any existing file.
 */
export function chooseFile(
  target: string | undefined,
  defaultName: string,
  places: DataLocations,
  force: boolean,
): string {
  const path = resolve(target ?? '.');
  const file = isFolder(target) ? join(path, defaultName) : path;
  assertNotInstanceFile(file, places);
  assertReplaceable(file, force);
  return file;
}

/** Whether the path is a folder; without a path it's the current folder. */
export const isFolder = (target: string | undefined): boolean =>
  statSync(resolve(target ?? '.'), { throwIfNoEntry: false })?.isDirectory() ?? false;

function assertNotInstanceFile(file: string, { folders, databaseFile }: DataLocations): void {
  const place = join(realpathSync(dirname(file)), basename(file));
  const isInFolders = [folders.data, folders.images].some((home) => isInside(resolveLinks(home), place));
  const isLost = isDatabaseFile(place, databaseFile) || (isInFolders && !isArchiveInFolder(place, folders.data));
  if (!isLost) return;
  throw new BackupFailed(
    `${file} is inside the instance's own folders: choose a file elsewhere, preferably on another disk.`,
  );
}

const databaseFileEndings = ['', '-wal', '-shm', '-journal', '.lock'];

/** Whether the file is the database, or a file that SQLite or the service creates next to it. */
function isDatabaseFile(place: string, databaseFile: string): boolean {
  const names = [resolve(databaseFile), resolveLinks(databaseFile)];
  return names.some((name) => databaseFileEndings.some((ending) => isInside(`${name}${ending}`, place)));
}

/** A backup may be in the data folder itself under its own name, but not in its subfolders. */
const isArchiveInFolder = (place: string, folder: string): boolean =>
  findPathInside(resolveLinks(folder), place)?.length === 1 && /\.(?:tar\.gz|tgz)$/.test(place);

function assertReplaceable(file: string, force: boolean): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isFile()) throw new BackupFailed(`${file} is not a regular file: choose another one.`);
  if (!force) throw new BackupFailed(`${file} already exists: choose another file, or add --force to replace it.`);
}

/** Resolves symbolic links in the part of the path that exists. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
