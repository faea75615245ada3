import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file's content, or the names in a folder, would survive a power cut. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
