import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { canSyncFolders, flagsToSync, hasFileModes, passingFileErrors } from '../machine/operating-system.ts';
import { walkUp } from './paths.ts';

/** Waits until a file's content, or the names in a folder, would survive a power cut. */
export function syncToDisk(path: string): void {
  if (!canSyncFolders && statSync(path).isDirectory()) return;
  const opened = openSync(path, flagsToSync);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Like `syncToDisk`, asynchronously. */
export async function syncToDiskAsync(path: string): Promise<void> {
  if (!canSyncFolders && (await stat(path)).isDirectory()) return;
  const opened = await open(path, flagsToSync);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/**
 * Creates a folder that only its owner can access, and its parents, unless it exists. Their names are durable when this
 * returns: syncing the content of a folder doesn't make the folder itself durable.
 */
export function makeFolder(path: string): void {
  const created = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (created === undefined || !canSyncFolders) return;
  for (const folder of walkUp(dirname(path), dirname(created))) syncToDisk(folder);
}

const maxAttempts = 20;
const millisecondsBetweenAttempts = 50;

/** Whether an error is temporary; see `passingFileErrors`. */
const isTemporaryError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && passingFileErrors.includes(String(error.code));

function retryWhileBusy(act: () => void, attempts = maxAttempts): void {
  try {
    act();
  } catch (error) {
    if (!isTemporaryError(error) || attempts === 1) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millisecondsBetweenAttempts);
    retryWhileBusy(act, attempts - 1);
  }
}

async function retryWhileBusyAsync(act: () => Promise<void>, attempts = maxAttempts): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isTemporaryError(error) || attempts === 1) throw error;
    await pause(millisecondsBetweenAttempts);
    await retryWhileBusyAsync(act, attempts - 1);
  }
}

/**
 * Renames a file or folder, replacing any file with the new name. On Windows it retries while a program has one of them
 * open.
 */
export const renamePath = (from: string, to: string): void => retryWhileBusy(() => renameSync(from, to));

/** Like `renamePath`, asynchronously. */
export const renamePathAsync = (from: string, to: string): Promise<void> => retryWhileBusyAsync(() => rename(from, to));

/**
 * Deletes a file, or a folder with everything in it, if it exists. On Windows it retries while a program has it open.
 */
export const removePath = (path: string): void => retryWhileBusy(() => rmSync(path, { recursive: true, force: true }));

/** Like `removePath`, asynchronously. */
export const removePathAsync = (path: string): Promise<void> =>
  retryWhileBusyAsync(() => rm(path, { recursive: true, force: true }));

/** Deletes a file. Throws ENOENT if there is none. On Windows it retries while a program has it open. */
export const removeFileAsync = (file: string): Promise<void> => retryWhileBusyAsync(() => rm(file));

/** Whether other users of the machine can read a file, according to its mode. */
export const isReadableByOthers = (file: string): boolean => hasFileModes && (statSync(file).mode & 0o044) !== 0;

/** Writes all bytes at a position: a nearly full disk writes fewer than requested without an error. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** Creates a hard link to a file, or a copy if the file system doesn't support hard links. */
export async function createHardLink(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The link exists, the file is gone, or the link's folder doesn't exist.
    if (code !== 'EEXIST' && code !== 'ENOENT') await copyFile(file, name);
  }
}

/** Formats an instant for a file name: `20260321T090000Z`. */
export const formatTimestamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Whether the disk itself prevents writing there, for any user. False for a path that doesn't exist. */
export function isOnReadOnlyDisk(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}

/** Removes other users' access to our file or folder; does nothing if it doesn't exist. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.uid === process.getuid?.() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
}
