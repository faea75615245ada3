import Sqlite from 'better-sqlite3';
import { version } from '#platform/version.ts';
import type { Manifest } from './manifest.ts';

/** What a manifest says of a database. */
export function describeDatabase(file: string): Omit<Manifest, 'createdAt' | 'files'> {
  const sqlite = new Sqlite(file, { readonly: true });
  const fact = (name: string) =>
    sqlite.prepare<[string], string>('SELECT value FROM installation WHERE name = ?').pluck().get(name);
  try {
    return {
      format: 1,
      version,
      schema: Number(sqlite.pragma('user_version', { simple: true })),
      environment: fact('environment'),
      installationID: fact('installationID') ?? '',
      rows: countRows(sqlite),
    };
  } finally {
    sqlite.close();
  }
}

function countRows(sqlite: Sqlite.Database): Record<string, number> {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .pluck()
    .all();
  const rows = (table: string) => Number(sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  return Object.fromEntries(tables.filter((name) => !name.startsWith('sqlite_')).map((name) => [name, rows(name)]));
}
