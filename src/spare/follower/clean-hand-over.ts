import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePath, syncToDisk } from '#platform/files/files.ts';

const getFile = (spareFolder: string): string => join(spareFolder, 'handed-over');

/** Records that the server has stepped down and that everything it stored is here. Survives a power cut. */
export function recordCleanHandover(spareFolder: string): void {
  writeFileSync(getFile(spareFolder), new Date().toISOString(), { mode: 0o600, flush: true });
  syncToDisk(spareFolder);
}

/** Returns when the server handed over everything; undefined if it hasn't, or has served again since. */
export const findCleanHandover = (spareFolder: string): string | undefined =>
  existsSync(getFile(spareFolder)) ? readFileSync(getFile(spareFolder), 'utf8') : undefined;

/** The server may store more from now on. Needs no space on the disk. */
export function deleteCleanHandover(spareFolder: string): void {
  if (!existsSync(getFile(spareFolder))) return;
  removePath(getFile(spareFolder));
  syncToDisk(spareFolder);
}
