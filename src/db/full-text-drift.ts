import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Transaction } from './open.ts';
import { readAll } from './prepared.ts';
import { cutIntoRanges } from './rowid-ranges.ts';

/**
 * A full-text index over columns of a table, kept in step by triggers. Its migration is made like those of
 * `0011_full_text_stems.sql`: the columns under their own names, and `stems`.
 */
export interface FullTextIndex {
  /** Of the virtual table. */
  readonly name: string;
  readonly table: SQLiteTable;
  /** What of the index is the `id` of a row: `rowid` where that is an integer, else an unindexed column. */
  readonly key: string;
  readonly columns: readonly string[];
}

/** A row whose words are not those in the index. */
export interface FullTextDrift {
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

/** What a query about one index is made of; the rows of its table that are in one range are called `it`. */
function describeIndex({ name, table, key, columns }: FullTextIndex) {
  const index = sql.identifier(name);
  const list = (prefix: string, names: readonly string[]): SQL =>
    sql.join(
      names.map((column) => sql`${sql.raw(prefix)}${sql.identifier(column)}`),
      sql`, `,
    );
  const stems = sql`stems(${list('it.', columns)})`;
  const isRowid = key === 'rowid';
  // Without an index on the key, all entries are read once and not once for each row.
  const entries = sql`entries AS ${sql.raw(isRowid ? 'NOT MATERIALIZED' : 'MATERIALIZED')} (
    SELECT ${sql.identifier(key)} AS entry_of, ${list('', [...columns, 'stems'])} FROM ${index})`;
  const differs = sql.join(
    [
      sql`entries.entry_of IS NULL`,
      ...columns.map((column) => sql`entries.${sql.identifier(column)} IS NOT it.${sql.identifier(column)}`),
      sql`entries.stems IS NOT ${stems}`,
    ],
    sql` OR `,
  );
  const drifted = (isInRange: SQL) => sql`
    FROM ${table} AS it NOT INDEXED LEFT JOIN entries ON entries.entry_of = it.id WHERE ${isInRange} AND (${differs})`;
  return { index, key: sql.identifier(key), table, columns, list, stems, entries, drifted };
}

/** Rows whose words the index does not have as they are, in batches of a few milliseconds. */
export function* findFullTextDrift(db: Database, index: FullTextIndex): Iterable<readonly FullTextDrift[]> {
  const { entries, drifted } = describeIndex(index);
  for (const isInRange of cutIntoRanges(db, index.table)) {
    yield readAll<FullTextDrift>(
      db,
      sql`
        WITH ${entries} SELECT ${`words to search for of row `} || it.id || ${` in ${index.name}`} AS what,
          CASE WHEN entries.entry_of IS NULL THEN 'none' ELSE 'others' END AS stored, 'those of the row' AS expected
        ${drifted(isInRange)}`,
    );
  }
  yield* findStrayEntries(db, index);
}

/** Entries of rows that are not there. */
function* findStrayEntries(db: Database, index: FullTextIndex): Iterable<readonly FullTextDrift[]> {
  const { index: name, key, table } = describeIndex(index);
  for (const isInRange of cutIntoRanges(db, sql`${name}`)) {
    yield readAll<FullTextDrift>(
      db,
      sql`
        SELECT ${`words to search for in ${index.name} of `} || ${key} AS what, 'some' AS stored, 'none' AS expected
        FROM ${name} AS it NOT INDEXED WHERE ${isInRange} AND ${key} NOT IN (SELECT id FROM ${table})`,
    );
  }
}

/** Writes anew what has drifted, in steps that are short transactions. */
export function* repairFullText(db: Database, index: FullTextIndex): Iterable<(db: Transaction) => void> {
  const { index: name, key, table, columns, list, stems, entries, drifted } = describeIndex(index);
  for (const isInRange of cutIntoRanges(db, index.table)) {
    yield ({ queries }) => {
      const rows = queries.all<{ id: string | number }>(sql`WITH ${entries} SELECT it.id AS id ${drifted(isInRange)}`);
      for (const { id } of rows) {
        queries.run(sql`DELETE FROM ${name} WHERE ${key} = ${id}`);
        queries.run(sql`
          INSERT INTO ${name} (${key}, ${list('', [...columns, 'stems'])})
          SELECT it.id, ${list('it.', columns)}, ${stems} FROM ${table} AS it WHERE it.id = ${id}`);
      }
    };
  }
  for (const isInRange of cutIntoRanges(db, sql`${name}`)) {
    yield ({ queries }) =>
      void queries.run(sql`
        DELETE FROM ${name} AS it NOT INDEXED WHERE ${isInRange} AND ${key} NOT IN (SELECT id FROM ${table})`);
  }
}
