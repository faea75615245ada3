import Sqlite from 'better-sqlite3';

/**
 * An in-memory database for work on tens of thousands of things at once, which as objects would make garbage collection
 * block everyone. It orders texts as `compareTexts` does.
 */
export function openScratch(schema: string): Sqlite.Database {
  const sqlite = new Sqlite(':memory:');
  sqlite.pragma("encoding = 'UTF-16be'");
  sqlite.exec(schema);
  return sqlite;
}
