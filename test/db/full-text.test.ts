import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildMatchExpression, buildTagOrMentionExpression } from '#db/full-text.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';

const db = openDatabase(':memory:');
migrate(db);

const titles = [
  'Dancing in the half-moon room',
  'The Café at Night',
  '100% cotton, snake_case and knots',
  'Paper lanterns',
  'To be or not to be',
  'The Lanterns: requests only',
];
const insertEvent = db.sqlite.prepare(`
  INSERT INTO events (id, uid, title, description, location, event_type, start_time, end_time, created_at, updated_at)
  VALUES (:title, :title, :title, '', '', 'gaming', 0, 0, 0, 0)`);
for (const title of titles) insertEvent.run({ title });
const selectMatches = db.sqlite
  .prepare('SELECT event_id FROM events_text WHERE events_text MATCH ? ORDER BY event_id')
  .pluck();

/** Returns the first word of each title found, without articles. */
function findFirstWords(search: string): string[] {
  const expression = buildMatchExpression(search);
  const rows = expression === undefined ? [] : selectMatches.all(expression);
  return rows.map((title) => /^(?:The )?(\S+)/.exec(String(title))?.[1] ?? '');
}

test('all words must match, in any order, form and letter case, with or without accents', () => {
  assert.deepEqual(findFirstWords('room dances'), ['Dancing']);
  assert.deepEqual(findFirstWords('LANTERN'), ['Paper', 'Lanterns:']);
  assert.deepEqual(findFirstWords('cafe'), ['Café']);
  assert.deepEqual(findFirstWords('CAFÉ night'), ['Café']);
  assert.deepEqual(findFirstWords('night room'), []);
});

test('typing a word letter by letter loses no hit, and finds its other forms', () => {
  for (const [word, title] of [
    ['dancing', 'Dancing'],
    ['LANTERNS', 'Paper'],
    ['Café', 'Café'],
    ['requests', 'Lanterns:'],
    ['cotton', '100%'],
  ] as const) {
    for (let length = 1; length <= word.length; length += 1) {
      const typed = word.slice(0, length);
      // Searches ignore stop words, including single letters.
      if (buildMatchExpression(typed) !== undefined) assert.ok(findFirstWords(typed).includes(title), typed);
    }
  }
  for (const [form, title] of [
    ['danced', 'Dancing'],
    ['dance', 'Dancing'],
    ['cafés', 'Café'],
    ['requested', 'Lanterns:'],
    ['knotted knot', '100%'],
    ['half-moons', 'Dancing'],
    ['dancer', undefined],
  ] as const) {
    assert.equal(findFirstWords(form)[0], title, form);
  }
});

test('a phrase matches the words exactly as written', () => {
  assert.deepEqual(findFirstWords('"paper lantern"'), []);
  assert.deepEqual(findFirstWords('"dance"'), []);
  assert.deepEqual(findFirstWords('"half-moon room"'), ['Dancing']);
});

test('a changed title is found by its new words only', () => {
  const rename = db.sqlite.prepare('UPDATE events SET title = ? WHERE id = ?');
  const [title = ''] = titles;
  rename.run('Whales watched', title);
  assert.deepEqual([findFirstWords('dance'), findFirstWords('watching whale')], [[], ['Dancing']]);
  rename.run(title, title);
  assert.deepEqual([findFirstWords('dances'), findFirstWords('whales')], [['Dancing'], []]);
});

test('a word finds words that start with it', () => {
  assert.deepEqual(findFirstWords('lan pap'), ['Paper']);
  assert.deepEqual(findFirstWords('anterns'), []);
});

test('a quoted phrase matches its words in order', () => {
  assert.deepEqual(findFirstWords('"paper lanterns"'), ['Paper']);
  assert.deepEqual(findFirstWords('"lanterns paper"'), []);
  assert.deepEqual(findFirstWords('"lanterns requests" only'), ['Lanterns:']);
  assert.deepEqual(findFirstWords('"half moon"'), ['Dancing']);
});

test('`or` joins alternatives, and a leading minus excludes', () => {
  assert.deepEqual(findFirstWords('cafe or knots'), ['100%', 'Café']);
  assert.deepEqual(findFirstWords('cafe OR paper lanterns'), ['Paper', 'Café']);
  assert.deepEqual(findFirstWords('lanterns -paper'), ['Lanterns:']);
  assert.deepEqual(findFirstWords('lanterns -"requests only"'), ['Paper']);
  assert.deepEqual(findFirstWords('lanterns -paper or cafe -room'), ['Café', 'Lanterns:']);
});

test('percent and underscore are ordinary characters', () => {
  assert.deepEqual(findFirstWords('100%'), ['100%']);
  assert.deepEqual(findFirstWords('snake_case'), ['100%']);
  assert.deepEqual(findFirstWords('c%n'), []);
  assert.deepEqual(findFirstWords('%'), []);
});

test('stop words are ignored; alone they find nothing, nor do exclusions alone', () => {
  assert.deepEqual(findFirstWords('the lanterns of the'), ['Paper', 'Lanterns:']);
  for (const search of [
    'the',
    'to be or not to be',
    '"to be"',
    'or',
    '-lanterns',
    '-lanterns -cafe',
    '- or -',
    '&',
    '🚢',
  ]) {
    assert.equal(buildMatchExpression(search), undefined, search);
  }
});

test('any text is a valid search', () => {
  const hostile = [
    '"',
    '"""',
    '"open phrase',
    'a"b"c',
    'title:knots',
    '{title}: knots',
    'NEAR(a b)',
    'knots*',
    '^knots',
    'knots AND',
    'AND OR NOT',
    '(((',
    'knots\u0000lanterns',
    '\ud800 lanterns',
    '--lanterns knots',
    'e\u0301 \u0301 \u200b',
    "it's; DROP TABLE events",
    'x '.repeat(5000),
    '"a" or '.repeat(2000),
    `${'-'.repeat(10_000)}knots`,
  ];
  for (const search of hostile) assert.doesNotThrow(() => findFirstWords(search), JSON.stringify(search.slice(0, 40)));
  assert.deepEqual(findFirstWords('knots*'), ['100%']);
  assert.deepEqual(findFirstWords('"open knots'), []);
});

test('searches only the beginning of a very long text', () => {
  for (const search of [
    `"${'lanterns of '.repeat(1000)}"`,
    'lantern.'.repeat(1000),
    `-"${'knots '.repeat(1000)}" cafe`,
  ]) {
    assert.ok((buildMatchExpression(search)?.length ?? 0) < 2000, search.slice(0, 40));
  }
  assert.deepEqual(findFirstWords(`lanterns paper ${'lanterns '.repeat(1000)}`), ['Paper']);
});

test('a text that contains a separator isn’t lost; texts without one aren’t examined', () => {
  const texts = ['#deck', 'on (#Deck2) now', 'a#deck-chair', '##deck', '#Décks', '#ΟΔΟΣΑ', 'to @john.doe', '#-deck'];
  const others = ['deck alone', 'deck # deck @ deck', 'john.doe', 'οδοσα'];
  for (const title of [...texts, ...others]) insertEvent.run({ title });
  const containing = db.sqlite.prepare("SELECT id FROM events WHERE id LIKE '%' || ? || '%' ORDER BY id").pluck();
  for (const part of ['#d', '#deck', '#DECK', '#deck-ch', '#Dé', '#ΟΔΟΣ', '@john', '@john.d', '#-de']) {
    const hits = containing.all(part);
    assert.ok(hits.length > 0, part);
    const expression = buildTagOrMentionExpression(part) ?? assert.fail(part);
    const seen = selectMatches.all(expression);
    assert.deepEqual(
      hits.filter((hit) => !seen.includes(hit)),
      [],
      part,
    );
    if (/^.[\p{L}]/u.test(part)) assert.ok(!others.some((other) => seen.includes(other)), part);
  }
  assert.equal(buildTagOrMentionExpression('#'), undefined);
});
