import type Sqlite from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { WriteContext } from '#area/context.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';

/** Keyed by table and column names. */
const getInserts = computeOncePerObject((_: Sqlite.Database) => new Map<string, Sqlite.Statement>());

const getColumns = computeOncePerObject((table: SQLiteTable) => new Map(Object.entries(getTableColumns(table))));

/** Inserts a row with a prepared statement, cached per set of columns; returns the row id. */
export function insertRow<Table extends SQLiteTable>(
  { db: { sqlite } }: WriteContext,
  table: Table,
  row: Table['$inferInsert'],
): number {
  const columns = getColumns(table);
  const given = Object.entries(row).flatMap(([name, value]) => {
    const column = columns.get(name);
    return column && value !== null && value !== undefined ? [{ column, value }] : [];
  });
  const names = given.map(({ column }) => column.name).join();
  const key = `${getTableName(table)} (${names})`;
  const inserts = getInserts(sqlite);
  const insert = inserts.get(key) ?? sqlite.prepare(`INSERT INTO ${key} VALUES (${given.map(() => '?').join()})`);
  inserts.set(key, insert);
  return Number(insert.run(given.map(({ column, value }) => column.mapToDriverValue(value))).lastInsertRowid);
}
