import Sqlite from 'better-sqlite3';
import { findDatabaseDamage } from '#app/verify.ts';
import { checkDatabaseFile, listEmbeddedMigrations } from '#db/migrate.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { databaseName, type Manifest } from '../backup/manifest.ts';

/** Throws when an unpacked database is damaged, is none of ours, or is not the one its manifest speaks of. */
export function checkRestoredDatabase(file: string, { schema }: Manifest): void {
  const { pending, isNew } = checkDatabaseFile(file);
  if (isNew || listEmbeddedMigrations().length - pending !== schema) {
    throw new UnreadableFile(`${databaseName} in it is not the one its manifest speaks of`);
  }
  const sqlite = new Sqlite(file);
  try {
    const [first] = findDatabaseDamage(sqlite);
    if (first) throw new UnreadableFile(`${databaseName} in it is damaged: ${first.what} is ${first.stored}`);
  } finally {
    sqlite.close();
  }
}
