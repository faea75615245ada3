import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SQL, sql } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { openDatabase } from '#db/open.ts';
import { readAll } from '#db/prepared.ts';
import { cutIntoRanges } from '#db/rowid-ranges.ts';

const numbersTable = sqliteTable('numbers', { id: integer('id').primaryKey() });

test('every row of a table is in exactly one range, whatever gaps there are', () => {
  const db = openDatabase(':memory:');
  db.sqlite.exec('CREATE TABLE numbers (id INTEGER PRIMARY KEY)');
  const listRanges = () =>
    [...cutIntoRanges(db, numbersTable)].map((isInRange) =>
      readAll<{ id: number }>(db, sql`SELECT id FROM ${numbersTable} AS it NOT INDEXED WHERE ${isInRange}`),
    );
  assert.deepEqual(listRanges(), []);
  const ids = [-7, 0, ...Array.from({ length: 1200 }, (_, index) => index * index + 1), Number.MAX_SAFE_INTEGER];
  const insert = db.sqlite.prepare('INSERT INTO numbers VALUES (?)');
  for (const id of ids) insert.run(id);
  const ranges = listRanges();
  assert.deepEqual(
    ranges.flat().map(({ id }) => id),
    ids,
  );
  assert.ok(ranges.length > 1 && ranges.every((rows) => rows.length <= 500));
  db.close();
});

test('finds a range of a full-text index without reading its other rows', () => {
  const db = openDatabase(':memory:');
  db.sqlite.exec(`
    CREATE VIRTUAL TABLE words USING fts5(word);
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 30000)
    INSERT INTO words (rowid, word) SELECT n, 'word' FROM count`);
  /** Takes the shortest of several times, since a shared machine only adds to it. */
  const time = (isRead: SQL): number => {
    const times = Array.from({ length: 7 }, () => {
      const start = performance.now();
      readAll(db, sql`SELECT count(word) FROM words AS it NOT INDEXED WHERE ${isRead}`);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  const [ranges, all] = [[...cutIntoRanges(db, sql`words`)], time(sql`true`)];
  assert.equal(ranges.length, 60);
  for (const isInRange of [ranges[0], ranges.at(-1)]) {
    const one = time(isInRange ?? sql`true`);
    assert.ok(one < all / 5, `one of 60 ranges takes ${one} of ${all} ms`);
  }
  db.close();
});
