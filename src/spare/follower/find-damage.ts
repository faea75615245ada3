import Sqlite from 'better-sqlite3';

const maxFaults = 5;
const tablesQuery = `
  SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite_%'`;

/**
 * Returns the first faults of a database file and its log, without changing them. Checks table by table, but not
 * whether
 * the full-text indexes match the texts: that takes longer than everything else, and the full verification does it.
 */
export function findDamage(file: string): string[] {
  // A read-only connection doesn't checkpoint the log into the file either.
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const tables = sqlite.prepare<[], string>(tablesQuery).pluck().all();
    const complaints = tables.flatMap((name) =>
      sqlite.prepare<[], string>(`PRAGMA quick_check("${name}")`).pluck().all(),
    );
    return complaints.filter((complaint) => complaint !== 'ok').slice(0, maxFaults);
  } finally {
    sqlite.close();
  }
}
