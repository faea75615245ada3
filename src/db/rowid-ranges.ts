import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './open.ts';
import { readAll } from './prepared.ts';

/** Looking up this many in another table takes a few milliseconds. */
const rowsPerRange = 500;

/**
 * Cuts a table into ranges of rows, so that a query that scans all of them can run in steps. Each range is the
 * condition for a query that calls the table `AS it NOT INDEXED`, so that SQLite doesn't choose another index.
 */
export function* cutIntoRanges(db: Database, table: SQLiteTable | SQL): Iterable<SQL> {
  for (let range = findRange(db, table, minRowID); range; range = findRange(db, table, range.last)) {
    yield sql`it.rowid BETWEEN ${toInteger(range.first)} AND ${toInteger(range.last)}`;
  }
}

/** Numbers are bound as REAL. A full-text index ignores REAL bounds on its rowid and would read every row. */
const toInteger = (number: number): SQL => sql`CAST(${number} AS INTEGER)`;

const minRowID = Number.MIN_SAFE_INTEGER;

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Finds the next rows after one of them; undefined after the last. */
function findRange(db: Database, table: SQLiteTable | SQL, after: number): Range | undefined {
  const next = sql`SELECT rowid FROM ${table} NOT INDEXED WHERE rowid > ${toInteger(after)} ORDER BY rowid LIMIT ${rowsPerRange}`;
  return readAll<Range>(db, sql`SELECT min(rowid) AS first, max(rowid) AS last FROM (${next}) HAVING count(*) > 0`)[0];
}
