import Sqlite from 'better-sqlite3';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Source } from '#area/caches.ts';
import { observeLoads } from '#platform/limits/caches.ts';

/** A load that reads a table its cache doesn't name: a write to that table would leave the cached value stale. */
export class UndeclaredTable extends Error {}

type Tables = ReadonlySet<string>;

interface Exception {
  /** Tables that the cache declares. */
  readonly declared: readonly string[];
  /** A table that it reads without declaring it. */
  readonly read: string;
  readonly reason: string;
}

const allowedReads: readonly Exception[] = [
  {
    declared: ['fezzes'],
    read: 'fez_posts',
    reason: 'the list of open groups uses the id and start of cached chats, which posts leave alone',
  },
];

const isExcepted = (declared: Tables, table: string): boolean =>
  allowedReads.some((one) => one.read === table && one.declared.join() === [...declared].join());

/** Tables read by the loads in progress, the innermost last. */
const currentLoads: Set<string>[] = [];
/** Tables whose writes invalidate a cached value, by the value. */
const tablesOfValues = new WeakMap<object, Tables>();
/** Tables whose writes invalidate a version, by the version. */
const tablesOfVersions = new Map<number, Tables>();
const tablesOfSources = new WeakMap<readonly unknown[], Tables>();

/** Makes loads that read undeclared tables throw UndeclaredTable from then on, in all instances of this process. */
export function rejectUndeclaredReads(): void {
  if (isObserving) return;
  isObserving = true;
  recordStatements();
  observeLoads({ load: runLoad, returned: recordReturned, derive: runDerivation });
}

let isObserving = false;

function runLoad<Value>(sources: readonly unknown[], run: () => Value): Value {
  return observe(getNames(sources), run);
}

function runDerivation<Value>(dependencies: readonly unknown[], run: () => Value): Value {
  const known = dependencies.filter(isDependency).map(findTables);
  // If a part of the dependencies comes from no declared cache, its tables are unknown.
  if (known.includes(undefined)) return run();
  const declared = new Set(known.flatMap((tables) => [...(tables ?? [])]));
  const value = observe(declared, run);
  rememberTables(value, declared);
  return value;
}

/** Returns the tables that `run` reads, including those of cached values. */
export function listTablesReadBy(run: () => void): Tables {
  const read = new Set<string>();
  currentLoads.push(read);
  try {
    run();
  } finally {
    currentLoads.pop();
  }
  return read;
}

function recordReturned(sources: readonly unknown[], value: unknown): void {
  const declared = getNames(sources);
  recordTableReads(declared);
  rememberTables(value, declared);
}

function observe<Value>(declared: Tables, run: () => Value): Value {
  const read = new Set<string>();
  currentLoads.push(read);
  let value: Value;
  try {
    value = run();
  } finally {
    currentLoads.pop();
  }
  const undeclared = [...read.difference(declared)].filter((table) => !isExcepted(declared, table));
  if (undeclared.length > 0) {
    const error = new UndeclaredTable(
      `a cache that depends on ${[...declared].join(', ')} reads ${undeclared.join(', ')}`,
    );
    // A call that fails because of it responds with 500, which doesn't contain the reason.
    process.emitWarning(error.message, { ...(error.stack && { detail: error.stack }) });
    throw error;
  }
  recordTableReads(declared);
  return value;
}

const recordTableReads = (tables: Iterable<string>): void => {
  const read = currentLoads.at(-1);
  if (read) for (const table of tables) read.add(table);
};

function rememberTables(value: unknown, tables: Tables): void {
  if (typeof value === 'number') tablesOfVersions.set(value, tables);
  if (typeof value !== 'object' || value === null) return;
  tablesOfValues.set(value, tables);
  if (Array.isArray(value)) return;
  // Callers derive values from a part, such as one clock from all clocks.
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) tablesOfValues.set(part, tables);
}

const isDependency = (part: unknown): part is number | object =>
  typeof part === 'number' ? tablesOfVersions.has(part) : typeof part === 'object' && part !== null;

const findTables = (part: number | object): Tables | undefined =>
  typeof part === 'number' ? tablesOfVersions.get(part) : tablesOfValues.get(part);

function getNames(sources: readonly unknown[]): Tables {
  const existing = tablesOfSources.get(sources);
  if (existing) return existing;
  const names = new Set(
    (sources as readonly Source[]).map(
      (source) => getTableConfig('table' in source ? (source.table as SQLiteTable) : (source as SQLiteTable)).name,
    ),
  );
  tablesOfSources.set(sources, names);
  return names;
}

/** Makes every statement that runs during a load record the tables it reads. */
function recordStatements(): void {
  const database = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('SELECT 1'));
  database.close();
  for (const name of ['get', 'all', 'run', 'iterate'] as const) {
    const execute = prototype[name];
    prototype[name] = function (this: Sqlite.Statement, ...parameters: unknown[]) {
      if (currentLoads.length > 0) recordTableReads(listTablesRead(this, parameters));
      return execute.apply(this, parameters);
    };
  }
}

interface Operation {
  readonly opcode: string;
  readonly p2: number;
  readonly p3: number;
}

const tablesByText = new Map<string, readonly string[]>();

function listTablesRead({ database, source }: Sqlite.Statement, parameters: readonly unknown[]): readonly string[] {
  const existing = tablesByText.get(source);
  if (existing) return existing;
  // These statements aren't observed.
  const underWay = currentLoads.splice(0);
  try {
    const read = readPlan(database, source, parameters);
    tablesByText.set(source, read);
    return read;
  } finally {
    currentLoads.push(...underWay);
  }
}

function readPlan(database: Sqlite.Database, source: string, parameters: readonly unknown[]): readonly string[] {
  const pages = database
    .prepare<[], { rootpage: number; table: string; isVirtual: 0 | 1 }>(
      `SELECT rootpage, tbl_name AS "table", sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_master`,
    )
    .all();
  const byPage = new Map(pages.map(({ rootpage, table }) => [rootpage, table]));
  const operations = database.prepare<unknown[], Operation>(`EXPLAIN ${source}`).all(...parameters);
  const tables = operations.flatMap(
    ({ opcode, p2, p3 }) => (opcode === 'OpenRead' && p3 === 0 && byPage.get(p2)) || [],
  );
  // A virtual table has no root page.
  const virtual = pages.filter(({ table, isVirtual }) => isVirtual === 1 && source.includes(table));
  return [...new Set([...tables, ...virtual.map(({ table }) => table)])];
}
