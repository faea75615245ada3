import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Database } from './open.ts';

/**
 * A query that is built and prepared once per database: building one costs ten times what running it does.
 * Values that differ between runs are `sql.placeholder('name')`.
 */
export function statement<Prepared>(build: (queries: BetterSQLite3Database) => Prepared): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>();
  return (db) => {
    const held = prepared.get(db);
    if (held) return held;
    const made = build(db.queries);
    prepared.set(db, made);
    return made;
  };
}
