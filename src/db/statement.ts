import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Database } from './open.ts';

/**
 * A query that is built and prepared once per database: building one costs ten times what running it does.
 * Values that differ between runs are `sql.placeholder('name')`. What the builder cannot say is prepared as text.
 */
export function statement<Prepared>(
  build: (queries: BetterSQLite3Database, sqlite: Database['sqlite']) => Prepared,
): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>();
  return (db) => {
    const held = prepared.get(db);
    if (held) return held;
    const made = build(db.queries, db.sqlite);
    prepared.set(db, made);
    return made;
  };
}
