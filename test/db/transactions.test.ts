import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { asc, desc, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Context } from '#area/context.ts';
import { setLevel } from '#core/users/index.ts';
import { type Database, openDatabase, type Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareQuery,
  prepareQueryText,
  prepareVariants,
  prepareWrite,
  prepareWriteText,
} from '#db/prepared.ts';

const shellsTable = sqliteTable('shells', { id: integer('id').primaryKey(), name: text('name').notNull() });

const namesQuery = prepareQuery((queries, { max }: Placeholders<{ max: number }>) =>
  queries.select({ name: shellsTable.name }).from(shellsTable).orderBy(shellsTable.id).limit(max),
);
const insertShellQuery = prepareWrite((queries, { name }: Placeholders<{ name: string }>) =>
  queries.insert(shellsTable).values({ name }).returning({ id: shellsTable.id }),
);

function createDatabase(): Database {
  const db = openDatabase(':memory:');
  db.sqlite.exec('CREATE TABLE shells (id INTEGER PRIMARY KEY, name TEXT NOT NULL)');
  return db;
}

const listNames = (db: Database): string[] => namesQuery.all(db, { max: 10 }).map(({ name }) => name);
const insertShell = (db: Transaction, name: string): number => insertShellQuery.get(db, { name }).id;

/** The tests never call this: the compiler checks it, and `npm run check` fails if one of these lines compiles. */
export function writeOutsideOfTransactions(db: Database, context: Context): void {
  // @ts-expect-error: outside of a transaction nothing can insert
  db.queries.insert(shellsTable);
  // @ts-expect-error: nothing can update
  db.queries.update(shellsTable);
  // @ts-expect-error: nothing can delete
  db.queries.delete(shellsTable);
  // @ts-expect-error: nothing can run SQL
  db.queries.run(sql`DELETE FROM shells`);
  // @ts-expect-error: a store that writes requires a transaction
  insertShell(db, 'conch');
  // @ts-expect-error: a prepared statement that writes requires one too
  insertShellQuery.run(db, { name: 'conch' });
  // @ts-expect-error: a verb that writes requires the context that only a transaction provides
  setLevel(context, 'some user', 'verified');
  // @ts-expect-error: a query that is prepared for reading can't insert
  prepareQuery((queries) => queries.insert(shellsTable));
  // @ts-expect-error: parameters have types
  namesQuery.all(db, { max: 'ten' });
}

describe('a transaction', () => {
  test('writes all its changes, or none if the work throws', () => {
    const db = createDatabase();
    db.transaction((tx) => insertShell(tx, 'conch'));
    const failing = () =>
      db.transaction((tx) => {
        insertShell(tx, 'whelk');
        throw new Error('washed away');
      });
    assert.throws(failing, /washed away/);
    assert.deepEqual(listNames(db), ['conch']);
  });

  test('inside another joins it, and ends with it', () => {
    const db = createDatabase();
    const failing = () =>
      db.transaction((tx) => {
        tx.transaction((inner) => insertShell(inner, 'conch'));
        throw new Error('washed away');
      });
    assert.throws(failing, /washed away/);
    assert.deepEqual(listNames(db), []);
  });

  test('can’t write once it has ended, but can read', () => {
    const db = createDatabase();
    const ended = db.transaction((tx) => tx);
    assert.throws(() => ended.queries.insert(shellsTable), /outside of its transaction/);
    assert.throws(() => ended.queries.run(sql`DELETE FROM shells`), /outside of its transaction/);
    assert.deepEqual(ended.queries.select().from(shellsTable).all(), []);
  });

  test('must be synchronous: work that returns a promise is rolled back', async () => {
    const db = createDatabase();
    const waiting = () =>
      db.transaction(async (tx) => {
        insertShell(tx, 'conch');
      });
    assert.throws(waiting, /must not wait/);
    assert.deepEqual(listNames(db), []);
  });

  test('runs effects after its commit, not after a rollback; one that fails doesn’t affect others', () => {
    const reported: unknown[] = [];
    const db = openDatabase(':memory:', (error) => reported.push(error));
    const seen: string[] = [];
    db.transaction((tx) => {
      tx.afterCommit(() => seen.push('first'));
      tx.afterCommit(() => {
        throw new Error('no effect');
      });
      tx.afterCommit(() => seen.push('last'));
      assert.deepEqual(seen, []);
    });
    assert.deepEqual(seen, ['first', 'last']);
    assert.equal(reported.length, 1);
    const failing = () =>
      db.transaction((tx) => {
        tx.afterCommit(() => seen.push('never'));
        throw new Error('washed away');
      });
    assert.throws(failing, /washed away/);
    assert.deepEqual(seen, ['first', 'last']);
  });
});

describe('a prepared query', () => {
  test('is separate for each database', () => {
    const [north, south] = [createDatabase(), createDatabase()];
    north.transaction((tx) => insertShell(tx, 'conch'));
    assert.deepEqual([listNames(north), listNames(south)], [['conch'], []]);
  });

  test('is rejected if its text writes but a reading one is required', () => {
    const deleteAll = prepareQueryText<Record<never, never>, never>('DELETE FROM shells');
    assert.throws(() => deleteAll.all(createDatabase(), {}), /only reads would write: DELETE/);
  });

  test('in several forms is prepared once for each', () => {
    const built: string[] = [];
    const sortedQuery = prepareVariants((queries, { max }: Placeholders<{ max: number }>, form: 'up' | 'down') => {
      built.push(form);
      return queries
        .select({ name: shellsTable.name })
        .from(shellsTable)
        .orderBy(form === 'up' ? asc(shellsTable.name) : desc(shellsTable.name))
        .limit(max);
    });
    const db = createDatabase();
    db.transaction((tx) => ['conch', 'whelk'].map((name) => insertShell(tx, name)));
    for (const form of ['up', 'down', 'up'] as const) sortedQuery.all(db, form, { max: 2 });
    assert.deepEqual(
      sortedQuery.all(db, 'down', { max: 2 }).map(({ name }) => name),
      ['whelk', 'conch'],
    );
    assert.deepEqual(built, ['up', 'down']);
  });

  test('for one row throws if there is none', () => {
    const db = createDatabase();
    const renameShell = prepareWriteText<{ name: string }, { id: number }>(
      'UPDATE shells SET name = :name RETURNING id',
    );
    assert.throws(() => db.transaction((tx) => renameShell.get(tx, { name: 'cowrie' })), /none or several/);
  });
});

describe('a transaction that doesn’t wait for the disk', () => {
  async function createStoredDatabase(): Promise<Database> {
    const folder = await mkdtemp(join(tmpdir(), 'gangway-transactions-'));
    const db = openDatabase(join(folder, 'shells.sqlite'));
    after(async () => {
      db.close();
      await rm(folder, { recursive: true });
    });
    db.sqlite.exec('CREATE TABLE shells (id INTEGER PRIMARY KEY, name TEXT NOT NULL)');
    return db;
  }
  const isWaitingForDisk = ({ sqlite }: Database) => sqlite.pragma('synchronous', { simple: true }) === 2;

  test('returns before the write is durable, and reports when it is', async () => {
    const db = await createStoredDatabase();
    assert.equal(
      db.transactWithoutSync((tx) => insertShell(tx, 'conch')),
      1,
    );
    assert.deepEqual(listNames(db), ['conch']);
    assert.ok(!isWaitingForDisk(db));
    const durable = db.whenDurable();
    assert.ok(durable);
    await durable;
    assert.equal(db.whenDurable(), undefined);
  });

  test('shares a wait for the disk with the others of its turn, but never one that began before it', async () => {
    const db = await createStoredDatabase();
    db.transactWithoutSync((tx) => insertShell(tx, 'conch'));
    const first = db.whenDurable();
    db.transactWithoutSync((tx) => insertShell(tx, 'whelk'));
    assert.equal(db.whenDurable(), first);
    await immediate();
    db.transactWithoutSync((tx) => insertShell(tx, 'limpet'));
    const second = db.whenDurable();
    assert.notEqual(second, first);
    await second;
    assert.equal(db.whenDurable(), undefined);
  });

  test('needs no wait if it changed nothing', async () => {
    const db = await createStoredDatabase();
    db.transactWithoutSync((tx) => listNames(tx));
    assert.equal(db.whenDurable(), undefined);
  });

  test('rejects those who wait if the disk fails, and the next wait tries again', async () => {
    const db = await createStoredDatabase();
    await rename(`${db.file}-wal`, `${db.file}-moved`);
    db.transactWithoutSync((tx) => insertShell(tx, 'conch'));
    await assert.rejects(Promise.resolve(db.whenDurable()), /ENOENT/);
    await rename(`${db.file}-moved`, `${db.file}-wal`);
    db.transactWithoutSync((tx) => insertShell(tx, 'whelk'));
    await db.whenDurable();
    assert.deepEqual(listNames(db), ['conch', 'whelk']);
  });

  test('writes nothing if its work throws', async () => {
    const db = await createStoredDatabase();
    const fail = () =>
      db.transactWithoutSync((tx) => {
        insertShell(tx, 'conch');
        throw new Error('no more shells');
      });
    assert.throws(fail, /no more shells/);
    assert.deepEqual(listNames(db), []);
    assert.equal(db.whenDurable(), undefined);
  });

  test('joins an open transaction, and others wait for the disk as before', async () => {
    const db = await createStoredDatabase();
    db.transactWithoutSync((tx) => insertShell(tx, 'conch'));
    db.transaction(() => {
      assert.ok(isWaitingForDisk(db));
      db.transactWithoutSync((tx) => insertShell(tx, 'whelk'));
    });
    assert.deepEqual(listNames(db), ['conch', 'whelk']);
  });
});
