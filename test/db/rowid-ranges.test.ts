import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { openDatabase } from '#db/open.ts';
import { readAll } from '#db/prepared.ts';
import { cutIntoRanges } from '#db/rowid-ranges.ts';

const numbers = sqliteTable('numbers', { id: integer('id').primaryKey() });

test('every row of a table is in one range, whatever gaps there are between them', () => {
  const db = openDatabase(':memory:');
  db.sqlite.exec('CREATE TABLE numbers (id INTEGER PRIMARY KEY)');
  const listRanges = () =>
    [...cutIntoRanges(db, numbers)].map((isInRange) =>
      readAll<{ id: number }>(db, sql`SELECT id FROM ${numbers} AS it NOT INDEXED WHERE ${isInRange}`),
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
