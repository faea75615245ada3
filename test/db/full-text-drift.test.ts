import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type FullTextIndex, findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { openDatabase } from '#db/open.ts';

const tableWithNumbers = sqliteTable('numbered', { id: integer('id').primaryKey(), text: text('text') });
const tableWithTextIDs = sqliteTable('placed', { id: text('id').primaryKey(), title: text('title') });
const tableWithTwoTexts = sqliteTable('named', {
  id: text('id').primaryKey(),
  title: text('title'),
  info: text('info'),
});

const indexes: readonly FullTextIndex[] = [
  { name: 'numbered_text', table: tableWithNumbers, key: 'rowid', columns: ['text'] },
  { name: 'named_text', table: tableWithTwoTexts, key: 'named_id', columns: ['title', 'info'] },
  { name: 'placed_text', table: tableWithTextIDs, key: 'placed_id', entries: 'placed_entries', columns: ['title'] },
];

const db = openDatabase(':memory:');
db.sqlite.exec(`
  CREATE TABLE numbered (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE placed (id TEXT PRIMARY KEY, title TEXT NOT NULL);
  CREATE TABLE placed_entries (entry INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE placed_text USING fts5(placed_id UNINDEXED, title, stems);
  INSERT INTO placed VALUES ('p', 'Pool'), ('q', 'Quay');
  CREATE TABLE named (id TEXT PRIMARY KEY, title TEXT NOT NULL, info TEXT);
  CREATE VIRTUAL TABLE numbered_text USING fts5(text, stems);
  CREATE VIRTUAL TABLE named_text USING fts5(named_id UNINDEXED, title, info, stems);
  INSERT INTO numbered VALUES (3, 'sailing ships'), (9, 'waves'), (2000, 'birds');
  INSERT INTO named VALUES ('a', 'Chess', 'played daily'), ('b', 'Cards', NULL)`);

/** Returns the names of the index rows that differ from the table, from the stored values. */
const findDrift = () =>
  indexes.flatMap((index) => [...findFullTextDrift(db, index)].flat()).map(({ what, stored }) => `${stored}: ${what}`);

function repairAll(): void {
  for (const index of indexes) {
    for (const step of repairFullText(db, index)) db.transaction((db) => step(db));
  }
}

test('rows that aren’t indexed are found, and repairs index them', () => {
  assert.equal(findDrift().filter((text) => text.startsWith('none: ')).length, 7);
  repairAll();
  assert.deepEqual(findDrift(), []);
  assert.deepEqual(db.sqlite.prepare('SELECT rowid, text, stems FROM numbered_text').raw().all(), [
    [3, 'sailing ships', 'sail ship'],
    [9, 'waves', 'wave'],
    [2000, 'birds', 'bird'],
  ]);
});

for (const [what, damage, ...named] of [
  [
    'other words',
    "UPDATE numbered_text SET text = 'whales' WHERE rowid = 9",
    'others: words to search for of row 9 in numbered_text',
  ],
  [
    'other stems',
    "UPDATE named_text SET stems = 'x' WHERE named_id = 'b'",
    'others: words to search for of row b in named_text',
  ],
  [
    'words of no row',
    "INSERT INTO named_text VALUES ('c', 'x', 'y', 'z')",
    'some: words to search for in named_text of c',
  ],
  [
    'a number of no row',
    "INSERT INTO numbered_text (rowid, text) VALUES (5, 'x')",
    'some: words to search for in numbered_text of 5',
  ],
  [
    'words in another place than the one named for them',
    "UPDATE placed_entries SET entry = 77 WHERE id = 'q'",
    'none: words to search for of row q in placed_text',
    'some: words to search for in placed_text of q',
  ],
  [
    'words without a place',
    "DELETE FROM placed_entries WHERE id = 'p'",
    'none: words to search for of row p in placed_text',
    'some: words to search for in placed_text of p',
  ],
] as const) {
  test(`${what} are found and repaired`, () => {
    db.sqlite.exec(damage);
    assert.deepEqual(findDrift(), named);
    repairAll();
    assert.deepEqual(findDrift(), []);
  });
}
