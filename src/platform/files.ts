import { accessSync, chmodSync, closeSync, constants, fsyncSync, openSync, statSync } from 'node:fs';
import { copyFile, type FileHandle, link } from 'node:fs/promises';

/** Waits until a file's content, or the names in a folder, would survive a power cut. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Writes all of the bytes from a place on: a disk that is nearly full takes fewer than it was given, and says nothing. */
export async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** Gives a file another name on the same disk, or a copy where the file system knows no hard links. */
export async function createHardLink(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // It has that name already, or is gone, or there is no folder for the name.
    if (code !== 'EEXIST' && code !== 'ENOENT') await copyFile(file, name);
  }
}

/** A moment as part of a file name: `20260321T090000Z`. */
export const formatStamp = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Can nothing be written there because of the disk itself, whoever asks? False for a place that does not exist. */
export function isOnReadOnlyDisk(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}

/** Takes a file or folder of ours away from other users of the machine; does nothing where there is none. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.uid === process.getuid?.() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
}
