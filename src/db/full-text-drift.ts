import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Transaction } from './open.ts';
import { readAll } from './prepared.ts';
import { cutIntoRanges } from './rowid-ranges.ts';

/**
 * A full-text index over columns of a table, kept up to date by triggers. Its migration looks like those at the end of
 * `0000_first.sql`: the columns under their own names, and `stems`.
 */
export interface FullTextIndex {
  /** Name of the virtual table. */
  readonly name: string;
  readonly table: SQLiteTable;
  /** The column of the index that has the row's `id`: `rowid` if that's an integer, else an unindexed column. */
  readonly key: string;
  /**
   * The table that maps the row's `id` to its `entry` in the index where ids are text; otherwise each lookup would scan
   * the index.
   */
  readonly entries?: string;
  readonly columns: readonly string[];
  /** Expressions for columns of the index that differ from the row's columns; the row is called `it`. */
  readonly contents?: Readonly<Record<string, SQL>>;
}

/** A row whose words differ from those in the index. */
export interface FullTextDrift {
  readonly what: string;
  readonly stored: string;
  readonly expected: string;
}

/** The parts of a query about one index; rows of its table in one range are called `it`. */
function describeIndex({ name, table, key, entries: entryTable, columns, contents: special = {} }: FullTextIndex) {
  const index = sql.identifier(name);
  const places = entryTable === undefined ? undefined : sql.identifier(entryTable);
  const list = (prefix: string, names: readonly string[]): SQL =>
    sql.join(
      names.map((column) => sql`${sql.raw(prefix)}${sql.identifier(column)}`),
      sql`, `,
    );
  const contents = columns.map((column) => special[column] ?? sql`it.${sql.identifier(column)}`);
  const said = sql.join(contents, sql`, `);
  const stems = sql`stems(${said})`;
  const isFoundByKey = key === 'rowid' || places !== undefined;
  const source = places
    ? sql`${places} AS place CROSS JOIN ${index} AS words
        ON words.rowid = place.entry AND words.${sql.identifier(key)} = place.id`
    : sql`${index} AS words`;
  // Without an index on the key, all entries are read once, not once for each row.
  const entries = sql`entries AS ${sql.raw(isFoundByKey ? 'NOT MATERIALIZED' : 'MATERIALIZED')} (
    SELECT words.${sql.identifier(key)} AS entry_of, ${list('words.', [...columns, 'stems'])} FROM ${source})`;
  const differs = sql.join(
    [
      sql`entries.entry_of IS NULL`,
      ...columns.map((column, index) => sql`entries.${sql.identifier(column)} IS NOT ${contents[index]}`),
      sql`entries.stems IS NOT ${stems}`,
    ],
    sql` OR `,
  );
  const drifted = (isInRange: SQL) => sql`
    FROM ${table} AS it NOT INDEXED LEFT JOIN entries ON entries.entry_of = it.id WHERE ${isInRange} AND (${differs})`;
  const isStray = sql`(it.${sql.identifier(key)} NOT IN (SELECT id FROM ${table})${
    places ? sql` OR it.rowid NOT IN (SELECT entry FROM ${places})` : sql``
  })`;
  return { index, places, key: sql.identifier(key), table, columns, list, said, stems, entries, drifted, isStray };
}

/** Finds rows whose words differ from the index, in batches of a few milliseconds. */
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

/** Finds entries of rows that don't exist. */
function* findStrayEntries(db: Database, index: FullTextIndex): Iterable<readonly FullTextDrift[]> {
  const { index: name, key, isStray } = describeIndex(index);
  for (const isInRange of cutIntoRanges(db, sql`${name}`)) {
    yield readAll<FullTextDrift>(
      db,
      sql`
        SELECT ${`words to search for in ${index.name} of `} || ${key} AS what, 'some' AS stored, 'none' AS expected
        FROM ${name} AS it NOT INDEXED WHERE ${isInRange} AND ${isStray}`,
    );
  }
}

/** Rewrites what has drifted, in short transactions. */
export function* repairFullText(db: Database, index: FullTextIndex): Iterable<(db: Transaction) => void> {
  const {
    index: name,
    places,
    key,
    table,
    columns,
    list,
    said,
    stems,
    entries,
    drifted,
    isStray,
  } = describeIndex(index);
  const [rowid, entry] = places
    ? [sql`rowid, `, sql`(SELECT entry FROM ${places} AS place WHERE place.id = it.id), `]
    : [sql``, sql``];
  for (const isInRange of cutIntoRanges(db, index.table)) {
    yield ({ queries }) => {
      const rows = queries.all<{ id: string | number }>(sql`WITH ${entries} SELECT it.id AS id ${drifted(isInRange)}`);
      for (const { id } of rows) {
        queries.run(sql`DELETE FROM ${name} WHERE ${key} = ${id}`);
        if (places) queries.run(sql`INSERT OR IGNORE INTO ${places} (id) VALUES (${id})`);
        queries.run(sql`
          INSERT OR REPLACE INTO ${name} (${rowid}${key}, ${list('', [...columns, 'stems'])})
          SELECT ${entry}it.id, ${said}, ${stems} FROM ${table} AS it WHERE it.id = ${id}`);
      }
    };
  }
  for (const isInRange of cutIntoRanges(db, sql`${name}`)) {
    yield ({ queries }) =>
      void queries.run(sql`
        DELETE FROM ${name} AS it NOT INDEXED WHERE ${isInRange} AND ${isStray}`);
  }
}

/** Adds the rows that the index lacks, all at once, where its key is `rowid`. */
export function indexMissingRows({ queries }: Transaction, index: FullTextIndex): void {
  const { index: name, key, table, columns, list, said, stems } = describeIndex(index);
  queries.run(sql`
    INSERT INTO ${name} (${key}, ${list('', [...columns, 'stems'])})
    SELECT it.id, ${said}, ${stems} FROM ${table} AS it WHERE it.id NOT IN (SELECT rowid FROM ${name})`);
}
