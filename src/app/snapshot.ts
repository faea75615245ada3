import { join } from 'node:path';
import type { Database } from '#db/open.ts';
import { makeFolder, removePath, renamePath, syncToDisk } from '#platform/files/files.ts';

/**
 * Copies the database before its migration and returns the file. There is one copy per schema version: a migration that
 * keeps failing under a supervisor that restarts the service doesn't fill the disk.
 */
export function snapshotDatabase({ sqlite }: Database, dataFolder: string): string {
  const folder = join(dataFolder, 'snapshots');
  makeFolder(folder);
  const file = join(folder, `schema-${sqlite.pragma('user_version', { simple: true })}.sqlite`);
  const draft = `${file}.part`;
  removePath(draft);
  try {
    sqlite.prepare('VACUUM INTO ?').run(draft);
    syncToDisk(draft);
    renamePath(draft, file);
  } finally {
    removePath(draft);
  }
  syncToDisk(folder);
  return file;
}
