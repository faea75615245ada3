import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type Database, openDatabase } from '#db/open.ts';
import { watchTable } from '#db/watched-tables.ts';

const boatsTable = sqliteTable('boats', {
  id: integer('id').primaryKey(),
  owner: text('owner').notNull(),
  name: text('name').notNull(),
  visits: integer('visits').notNull().default(0),
});
const oarsTable = sqliteTable('oars', { id: integer('id').primaryKey(), boatID: integer('boat_id').notNull() });

const all = watchTable({ table: boatsTable });
const byOwner = watchTable({ table: boatsTable, key: boatsTable.owner });
const names = watchTable({ table: boatsTable, key: boatsTable.owner, columns: [boatsTable.name] });
const deletions = watchTable({ table: boatsTable, key: boatsTable.owner, statements: ['delete'] });
const oarsByBoat = watchTable({ table: oarsTable, key: oarsTable.boatID });
const watches = { all, byOwner, names, deletions, oarsByBoat };

/** Records what is reported, as `watch:key`. */
function openBoats(): { db: Database; readReports: () => string[] } {
  const db = openDatabase(':memory:');
  db.sqlite.exec(`
    CREATE TABLE boats (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, visits INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE oars (id INTEGER PRIMARY KEY, boat_id INTEGER NOT NULL REFERENCES boats ON DELETE CASCADE);
    CREATE TABLE log (id INTEGER PRIMARY KEY);
    CREATE TRIGGER oars_of_boats AFTER INSERT ON boats BEGIN INSERT INTO oars (boat_id) VALUES (NEW.id); END;
    INSERT INTO boats (id, owner, name) VALUES (1, 'ann', 'Swan'), (2, 'bob', 'Crane');`);
  db.watchTables();
  const reports: string[] = [];
  for (const [name, watch] of Object.entries(watches)) db.onWritten(watch, (key) => reports.push(`${name}:${key}`));
  return { db, readReports: () => reports.splice(0).sort() };
}

describe('a watched table', () => {
  test('reports rows written by raw SQL, by their keys before and after', () => {
    const { db, readReports } = openBoats();
    db.sqlite.exec("INSERT INTO boats (id, owner, name) VALUES (3, 'eve', 'Heron')");
    assert.deepEqual(readReports(), ['all:undefined', 'byOwner:eve', 'names:eve', 'oarsByBoat:3'], 'with its trigger');
    db.sqlite.exec("UPDATE boats SET owner = 'dan' WHERE id = 3");
    assert.deepEqual(readReports(), ['all:undefined', 'byOwner:dan', 'byOwner:eve']);
    db.sqlite.exec('UPDATE boats SET visits = visits + 1 WHERE id = 3');
    assert.deepEqual(readReports(), ['all:undefined', 'byOwner:dan'], 'the name is the same');
    db.sqlite.exec("UPDATE boats SET name = 'Egret' WHERE id = 3");
    assert.deepEqual(readReports(), ['all:undefined', 'byOwner:dan', 'names:dan']);
  });

  test('reports rows deleted by a cascade, and all rows of a statement', () => {
    const { db, readReports } = openBoats();
    db.sqlite.exec('DELETE FROM boats');
    assert.deepEqual(readReports(), [
      ...['all:undefined', 'all:undefined', 'byOwner:ann', 'byOwner:bob', 'deletions:ann', 'deletions:bob'],
      ...['names:ann', 'names:bob', 'oarsByBoat:1', 'oarsByBoat:2'],
    ]);
  });

  test('reports immediately in a transaction, and again after a rollback', () => {
    const { db, readReports } = openBoats();
    const rename = () => db.sqlite.exec("UPDATE boats SET name = 'Stork' WHERE id = 1");
    const expected = ['all:undefined', 'byOwner:ann', 'names:ann'];
    db.transaction(() => {
      rename();
      assert.deepEqual(readReports(), expected);
    });
    assert.deepEqual(readReports(), [], 'what was read after the write is right once it is committed');
    const failing = () =>
      db.transaction(() => {
        rename();
        assert.deepEqual(readReports(), expected);
        throw new Error('washed away');
      });
    assert.throws(failing, /washed away/);
    assert.deepEqual(readReports(), expected);
    rename();
    assert.deepEqual(readReports(), expected, 'outside of any transaction');
  });

  test('reports after a rollback of thousands of rows that any row may have changed', () => {
    const { db, readReports } = openBoats();
    const failing = () =>
      db.transaction(() => {
        db.sqlite.exec(`INSERT INTO boats (owner, name)
          SELECT 'owner ' || value, 'Tern' FROM (WITH RECURSIVE counted(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM counted WHERE value < 2000) SELECT value FROM counted)`);
        readReports();
        throw new Error('washed away');
      });
    assert.throws(failing, /washed away/);
    assert.deepEqual(readReports(), ['all:undefined', 'byOwner:undefined', 'names:undefined', 'oarsByBoat:undefined']);
  });

  test('must be declared before the database is opened', () => {
    const { db } = openBoats();
    const late = watchTable({ table: oarsTable });
    assert.throws(() => db.onWritten(late, () => {}), /declared/);
  });
});
