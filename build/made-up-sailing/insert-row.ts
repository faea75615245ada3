import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { WriteContext } from '#area/context.ts';
import { prepareWrite } from '#db/prepared.ts';

type Insert = ReturnType<typeof prepareInsert>;

/** By table and column names. */
const inserts = new Map<SQLiteTable, Map<string, Insert>>();

const prepareInsert = (table: SQLiteTable, columns: readonly string[]) =>
  prepareWrite<{ rowid: number }, Record<string, unknown>>((queries) =>
    queries
      .insert(table)
      .values(Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])))
      .returning({ rowid: sql<number>`rowid` }),
  );

function getInsert(table: SQLiteTable, columns: readonly string[]): Insert {
  const ofTable = inserts.get(table) ?? new Map<string, Insert>();
  inserts.set(table, ofTable);
  const key = columns.join();
  const insert = ofTable.get(key) ?? prepareInsert(table, columns);
  ofTable.set(key, insert);
  return insert;
}

/** Inserts a row with a prepared statement, cached per set of columns; returns the row id. */
export function insertRow<Table extends SQLiteTable>(
  context: WriteContext,
  table: Table,
  row: Table['$inferInsert'],
): number {
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
  const insert = getInsert(table, Object.keys(given));
  return insert.get(context.db, given).rowid;
}
