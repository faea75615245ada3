import type Sqlite from 'better-sqlite3';
import { Column, type DriverValueDecoder, getTableColumns, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import type { Database, ReadQueries, Transaction } from './open.ts';

/**
 * Queries built and prepared once per database: building one costs ten times what running it does. Each names its
 * parameters and their types; a query that writes takes a transaction.
 */

/** The parameters of a query, as placeholders for the values of a run. */
export type Placeholders<Parameters> = { readonly [Name in keyof Parameters & string]: Placeholder<Name> };

/** A prepared query that reads. */
export interface PreparedQuery<Parameters, Row> {
  all(db: Database, parameters: Parameters): Row[];
  /** The first row; undefined when there is none. */
  get(db: Database, parameters: Parameters): Row | undefined;
}

/** Prepares a query that reads: `prepareQuery((queries, { id }: Placeholders<{ id: string }>) => queries.select()…)`. */
export function prepareQuery<Row, Parameters extends Record<string, unknown>>(
  build: (queries: ReadQueries, parameters: Placeholders<Parameters>) => { prepare(): ReadStatement<Row> },
): PreparedQuery<Parameters, Row> {
  const getStatement = computeOncePerObject((sqlite: Sqlite.Database) =>
    mapRowsDirectly(build(drizzle(sqlite), createPlaceholders<Parameters>()).prepare()),
  );
  return {
    all: ({ sqlite }, parameters) => getStatement(sqlite).all(parameters),
    get: ({ sqlite }, parameters) => getStatement(sqlite).get(parameters),
  };
}

/** What Drizzle's prepared queries have at run time, apart from what their types say. */
interface StatementParts {
  readonly fields?: readonly { readonly path: readonly string[]; readonly field: unknown }[];
  customResultMapper?: (rows: unknown[][]) => unknown;
  values(parameters: Record<string, unknown>): unknown[][];
}

/**
 * Replaces Drizzle's own conversion of rows, which looks up the class of each column again for each row: together 4 % of
 * the processor under load. Leaves rows with nested records alone.
 */
function mapRowsDirectly<Row>(statement: ReadStatement<Row>): ReadStatement<Row> {
  // The builder's type hides these.
  const parts = statement as unknown as StatementParts;
  if (!parts.fields?.every(({ path }) => path.length === 1)) return statement;
  const columns = parts.fields.map(({ path, field }) => ({ name: String(path[0]), decoder: findDecoder(field) }));
  const mapRow = (values: readonly unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, decoder }] of columns.entries()) {
      const value = values[index];
      row[name] = value === null || !decoder ? value : decoder.mapFromDriverValue(value);
    }
    // The query selects these columns, and its type lists them.
    return row as Row;
  };
  // Drizzle gives it the only row of `get`.
  parts.customResultMapper = ([values]) => values && mapRow(values);
  return { all: (parameters) => parts.values(parameters).map(mapRow), get: (parameters) => statement.get(parameters) };
}

type Decoder = DriverValueDecoder<unknown, unknown>;

/** Returns the function that converts a column's values; undefined if they need no conversion. */
function findDecoder(field: unknown): Decoder | undefined {
  if (is(field, Column)) return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : field;
  const { decoder, sql } = field as { readonly decoder?: Decoder; readonly sql?: { readonly decoder: Decoder } };
  return decoder ?? sql?.decoder;
}

interface ReadStatement<Row> {
  all(parameters: Record<string, unknown>): Row[];
  get(parameters: Record<string, unknown>): Row | undefined;
}

/** A query that is prepared in several forms. */
export interface PreparedVariants<Form, Parameters, Row> {
  all(db: Database, form: Form, parameters: Parameters): Row[];
  get(db: Database, form: Form, parameters: Parameters): Row | undefined;
}

/**
 * Prepares a query once for each form requested, such as a list with each combination of its filters. Forms are plain
 * values from a small vocabulary of our own, never from a request, because each is cached forever.
 */
export function prepareVariants<Form, Row, Parameters extends Record<string, unknown>>(
  build: (queries: ReadQueries, parameters: Placeholders<Parameters>, form: Form) => { prepare(): ReadStatement<Row> },
): PreparedVariants<Form, Parameters, Row> {
  return prepareEachVariant((form) =>
    prepareQuery<Row, Parameters>((queries, parameters) => build(queries, parameters, form)),
  );
}

/** Like `prepareVariants`, for queries the builder can't express. */
export const prepareTextVariants = <Form, Parameters extends Record<string, unknown>, Row>(
  write: (form: Form) => string,
): PreparedVariants<Form, Parameters, Row> =>
  prepareEachVariant((form) => prepareQueryText<Parameters, Row>(write(form)));

function prepareEachVariant<Form, Parameters, Row>(
  prepare: (form: Form) => PreparedQuery<Parameters, Row>,
): PreparedVariants<Form, Parameters, Row> {
  const byForm = new Map<string, PreparedQuery<Parameters, Row>>();
  const queryOf = (form: Form): PreparedQuery<Parameters, Row> => {
    const key = JSON.stringify(form);
    const existing = byForm.get(key);
    if (existing) return existing;
    if (byForm.size >= maxVariants) throw new Error(`a query has more than ${maxVariants} variants: ${key}`);
    const query = prepare(form);
    byForm.set(key, query);
    return query;
  };
  return {
    all: (db, form, parameters) => queryOf(form).all(db, parameters),
    get: (db, form, parameters) => queryOf(form).get(db, parameters),
  };
}

/** More combinations of filters than any list has; a list with more uses a value as a form. */
const maxVariants = 5000;

/** A prepared statement that writes. */
export interface PreparedWrite<Parameters, Row = never> {
  run(db: Transaction, parameters: Parameters): Sqlite.RunResult;
  /** The one row that the statement returns. */
  get(db: Transaction, parameters: Parameters): Row;
  /** All rows that the statement returns. */
  all(db: Transaction, parameters: Parameters): Row[];
}

/** Prepares a statement that writes, and perhaps returns what it wrote. */
export function prepareWrite<Row, Parameters extends Record<string, unknown>>(
  build: (queries: BetterSQLite3Database, parameters: Placeholders<Parameters>) => { prepare(): WriteStatement<Row> },
): PreparedWrite<Parameters, Row> {
  const statementOf = computeOncePerObject((sqlite: Sqlite.Database) =>
    build(drizzle(sqlite), createPlaceholders<Parameters>()).prepare(),
  );
  return {
    run: ({ sqlite }, parameters) => statementOf(sqlite).run(parameters),
    get: ({ sqlite }, parameters) => getOnlyRow(statementOf(sqlite).all(parameters)),
    all: ({ sqlite }, parameters) => statementOf(sqlite).all(parameters),
  };
}

type NewRow<T extends SQLiteTable, Defaulted extends string> = Omit<T['$inferSelect'], Defaulted>;

/** Prepares the insertion of a row without the columns that have defaults; returns it as stored. */
export function prepareInsert<T extends SQLiteTable, Defaulted extends keyof T['$inferSelect'] & string = never>(
  table: T,
  ...defaulted: readonly Defaulted[]
): PreparedWrite<NewRow<T, Defaulted>, T['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !defaulted.some((one) => one === name));
  return prepareEncoded<T['$inferSelect']>(columns, (queries, values) =>
    queries
      .insert(table as SQLiteTable)
      .values(values)
      .returning(),
  );
}

/** Prepares an update of these columns by id. */
export function prepareUpdate<
  T extends SQLiteTable & { readonly id: SQLiteColumn },
  Name extends keyof T['$inferSelect'],
>(table: T, ...names: readonly Name[]): PreparedWrite<Pick<T['$inferSelect'], Name | 'id'>> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.some((one) => one === name));
  return prepareEncoded<never>(columns, (queries, values) =>
    queries
      .update(table as SQLiteTable)
      .set(values)
      .where(sql`${table.id} = ${sql.placeholder('id')}`),
  );
}

/** Encodes values by their columns, as the builder does, except for null: its encoders of instants and lists fail on that. */
function prepareEncoded<Row>(
  columns: readonly [name: string, column: SQLiteColumn][],
  build: (queries: BetterSQLite3Database, values: Record<string, SQL>) => object,
): PreparedWrite<Record<string, unknown>, Row> {
  const write = prepareWrite<Row, Record<string, unknown>>((queries, parameters) => {
    const values = Object.fromEntries(columns.map(([name]) => [name, sql`${parameters[name]}`]));
    // An insertion returns the columns of its table, an update nothing.
    return build(queries, values) as { prepare(): WriteStatement<Row> };
  });
  const encode = (row: Record<string, unknown>) => {
    const encoded = { ...row };
    for (const [name, column] of columns) {
      if (row[name] !== null) encoded[name] = column.mapToDriverValue(row[name]);
    }
    return encoded;
  };
  return {
    run: (db, row) => write.run(db, encode(row)),
    get: (db, row) => write.get(db, encode(row)),
    all: (db, row) => write.all(db, encode(row)),
  };
}

function getOnlyRow<Row>([row, ...others]: Row[]): Row {
  if (row === undefined || others.length > 0)
    throw new Error('a statement that returns one row returned none or several');
  return row;
}

interface WriteStatement<Row> {
  all(parameters: Record<string, unknown>): Row[];
  run(parameters: Record<string, unknown>): Sqlite.RunResult;
}

/** Prepares a query the builder can't express, as text with `:name` for its parameters. */
export function prepareQueryText<Parameters extends Record<string, unknown>, Row>(
  text: string,
): PreparedQuery<Parameters, Row> & { iterate(db: Database, parameters: Parameters): IterableIterator<Row> } {
  const statementOf = computeOncePerObject((sqlite: Sqlite.Database) =>
    assertReads(sqlite.prepare<[Parameters], Row>(text)),
  );
  return {
    all: ({ sqlite }, parameters) => statementOf(sqlite).all(parameters),
    get: ({ sqlite }, parameters) => statementOf(sqlite).get(parameters),
    iterate: ({ sqlite }, parameters) => statementOf(sqlite).iterate(parameters),
  };
}

/** Prepares a statement that writes and that the builder can't express, as text with `:name` for its parameters. */
export function prepareWriteText<Parameters extends Record<string, unknown>, Row = never>(
  text: string,
): PreparedWrite<Parameters, Row> {
  const statementOf = computeOncePerObject((sqlite: Sqlite.Database) => sqlite.prepare<[Parameters], Row>(text));
  return {
    run: ({ sqlite }, parameters) => statementOf(sqlite).run(parameters),
    get: ({ sqlite }, parameters) => getOnlyRow(statementOf(sqlite).all(parameters)),
    all: ({ sqlite }, parameters) => statementOf(sqlite).all(parameters),
  };
}

const dialect = new SQLiteSyncDialect();

/** Runs a query composed on the spot, for checks of all data; not for requests. */
export function readAll<Row>({ sqlite }: Database, query: SQL): Row[] {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return assertReads(sqlite.prepare<unknown[], Row>(text)).all(...params);
}

function assertReads<Statement extends { readonly readonly: boolean; readonly source: string }>(
  statement: Statement,
): Statement {
  if (!statement.readonly) throw new Error(`a query that only reads would write: ${statement.source}`);
  return statement;
}

function createPlaceholders<Parameters>(): Placeholders<Parameters> {
  // Every name the query uses is a placeholder of that name; the type limits which.
  return new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Placeholders<Parameters>;
}

/** Compares with the values of a JSON list by IN, so that one prepared query serves lists of any length. */
export const selectValues = (list: string | Placeholder): SQL => sql`(SELECT value FROM json_each(${list}))`;
