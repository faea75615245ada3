import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type FullTextIndex, findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import type { Database } from '#db/open.ts';
import { readAll } from '#db/prepared.ts';
import { cutIntoRanges } from '#db/rowid-ranges.ts';
import type { Inconsistency, RepairStep } from './area.ts';
import type { Context } from './context.ts';

/** Rows that must not exist. All SQL calls a row of the table `it`; a query or repair covers those in one range. */
export interface RowCheck {
  readonly table: SQLiteTable;
  readonly isWrong: SQL;
  /** Names a wrong row; rows with the same name and values are reported once. */
  readonly what: SQL;
  readonly stored: SQL | string;
  readonly expected: SQL | string;
  /** Statements of one transaction; none where the crew has to decide what's right. */
  readonly repairs: readonly Repair[];
  /** A common table expression for the query and the repairs. */
  readonly with?: (isInRange: SQL) => SQL;
}

/** Writes a statement for wrong rows: `rows` are those of the table, limited by `where`. */
type Repair = (wrong: { readonly rows: SQL; readonly where: SQL }) => SQL;

/** Deletes wrong rows. */
export const deleteRows: Repair = ({ rows, where }) => sql`DELETE FROM ${rows} ${where}`;

/** Sets columns of wrong rows. */
export const updateRows =
  (values: SQL): Repair =>
  ({ rows, where }) =>
    sql`UPDATE ${rows} SET ${values} ${where}`;

/** How an area's rows and its indexes of words are verified and repaired: `verify` and `repair` of the area. */
export const checkTables = (checks: readonly RowCheck[], ...indexes: readonly FullTextIndex[]) => ({
  *verify({ db }: Context): Iterable<readonly Inconsistency[]> {
    yield* findWrongRows(db, checks);
    for (const index of indexes) yield* findFullTextDrift(db, index);
  },
  *repair({ db }: Context): Iterable<RepairStep> {
    yield* repairWrongRows(db, checks);
    for (const index of indexes) {
      for (const repair of repairFullText(db, index)) yield (context) => repair(context.db);
    }
  },
});

/** Selects the wrong rows in a range. */
const selectWrong = ({ table, isWrong }: RowCheck, isInRange: SQL) => ({
  // Without this, SQLite may choose an index that doesn't help with the range.
  rows: sql`${table} AS it NOT INDEXED`,
  where: sql`WHERE ${isInRange} AND (${isWrong})`,
});

/** Yields everything these checks find, piece by piece. */
function* findWrongRows(db: Database, checks: readonly RowCheck[]): Iterable<readonly Inconsistency[]> {
  for (const check of checks) {
    const { table, what, stored, expected } = check;
    for (const isInRange of cutIntoRanges(db, table)) {
      const { rows, where } = selectWrong(check, isInRange);
      const columns = sql`${what} AS what, ${stored} || '' AS stored, ${expected} || '' AS expected`;
      yield readAll(db, sql`${check.with?.(isInRange)} SELECT DISTINCT ${columns} FROM ${rows} ${where}`);
    }
  }
}

/** Repairs what these checks find, piece by piece. */
function* repairWrongRows(db: Database, checks: readonly RowCheck[]): Iterable<RepairStep> {
  for (const check of checks.filter(({ repairs }) => repairs.length > 0)) {
    for (const isInRange of cutIntoRanges(db, check.table)) {
      const wrong = selectWrong(check, isInRange);
      yield ({ db: { queries } }) => {
        for (const repair of check.repairs) queries.run(sql`${check.with?.(isInRange)} ${repair(wrong)}`);
      };
    }
  }
}
