import Sqlite from 'better-sqlite3';

/**
 * A database in memory, for work on tens of thousands of things at once: as objects they would have the collector hold up
 * everybody. It orders texts as `compareTexts` does.
 */
export function openScratch(schema: string): Sqlite.Database {
  const sqlite = new Sqlite(':memory:');
  sqlite.pragma("encoding = 'UTF-16be'");
  sqlite.exec(schema);
  return sqlite;
}
