import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { buildMatchExpression, registerFullText } from '#db/full-text.ts';
import { listEmbeddedMigrations } from '#db/migrate.ts';

/** A database with the migrations before the one of this name; gives what applies that one. */
function before(name: string): { sqlite: Sqlite.Database; apply: () => void } {
  const sqlite = new Sqlite(':memory:');
  registerFullText(sqlite);
  const migrations = listEmbeddedMigrations();
  const index = migrations.findIndex((migration) => migration.name === name);
  assert.ok(index >= 0, name);
  const run = ({ sql }: { sql: string }) => sqlite.exec(sql.replaceAll('--> statement-breakpoint', ''));
  migrations.slice(0, index).forEach(run);
  return { sqlite, apply: () => migrations.slice(index, index + 1).forEach(run) };
}

test('frames that were kept as text are gone after the update, and clients that missed them start afresh', () => {
  const { sqlite, apply } = before('0002_kept_frames.sql');
  // Accounts do not matter here.
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(`
    INSERT INTO live_positions (user_id, newest, forgotten) VALUES ('james', 7, 2);
    INSERT INTO live_frames (id, topic, body, created_at) VALUES (1, 'notifications', '{}', 0);
    INSERT INTO live_deliveries (user_id, number, frame_id) VALUES ('james', 7, 1)`);
  sqlite.pragma('foreign_keys = ON');
  apply();
  assert.deepEqual(sqlite.prepare('SELECT newest, forgotten FROM live_positions').get(), { newest: 7, forgotten: 7 });
  for (const table of ['live_frames', 'live_deliveries']) {
    assert.equal(sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0);
  }
});

test('reminders sent before the update are recorded by the start they belong to, by the lead time in force', () => {
  for (const [setting, lead] of [
    [undefined, 600],
    ['120', 120],
  ] as const) {
    const { sqlite, apply } = before('0007_reminders_by_start.sql');
    if (setting !== undefined) {
      sqlite.prepare("INSERT INTO settings VALUES ('upcomingEventNotificationSeconds', ?)").run(setting);
    }
    const due = Date.parse('2025-03-03T17:50:00.000Z');
    // A start that was moved by as much as the lead time.
    sqlite.exec(`
      INSERT INTO reminders (kind, subject_id, due_at, outcome, recorded_at) VALUES
        ('event', 'lido', ${due}, 'sent', 1), ('event', 'lido', ${due + lead * 1000}, 'due', 2), ('fez', 'chess', 3, 'skipped', 4)`);
    apply();
    assert.deepEqual(sqlite.prepare('SELECT * FROM reminders ORDER BY recorded_at').raw().all(), [
      ['event', 'lido', due + lead * 1000, 'sent', 1],
      ['event', 'lido', due + 2 * lead * 1000, 'due', 2],
      ['fez', 'chess', 3 + lead * 1000, 'skipped', 4],
    ]);
  }
});

test('what was written before the update is found by its words and by their other forms', () => {
  const { sqlite, apply } = before('0011_full_text_stems.sql');
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(`
    INSERT INTO events (id, uid, title, description, location, event_type, start_time, end_time, created_at, updated_at)
      VALUES ('e', 'u', 'Dancing', 'for all', '', 'gaming', 0, 0, 0, 0);
    INSERT INTO fezzes (id, type, owner_id, title, info, min_capacity, max_capacity, visibility, created_at, last_modified_at)
      VALUES ('f', 'open', 'x', 'Chess is played', 'at nights', 0, 0, 'private', 0, 0);
    INSERT INTO fez_posts (id, fez_id, author_id, text, created_at) VALUES (7, 'f', 'x', 'paper lanterns', 0)`);
  apply();
  const find = (index: string, search: string) =>
    sqlite.prepare(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`).pluck().all(buildMatchExpression(search));
  assert.deepEqual(find('events_text', 'dances'), [1]);
  assert.deepEqual(find('fezzes_text', 'playing night'), [1]);
  assert.deepEqual(find('fez_posts_text', 'lantern'), [7]);
});

test('songs of all libraries are known by their ids after the update', () => {
  const { sqlite, apply } = before('0033_song_places.sql');
  const insert = sqlite.prepare(
    "INSERT INTO karaoke_songs (id, song_id, artist, title, initial, is_midi, is_voice_reduced) VALUES (?, ?, 'Eels', ?, 'e', 0, 0)",
  );
  const [first, second] = [3 * 2 ** 20, 4 * 2 ** 20];
  for (const [position, songID] of [
    [first, 'dusk'],
    [first + 1, 'dawn'],
    [second, 'dawn'],
  ] as const)
    insert.run(position, songID, songID);
  apply();
  assert.deepEqual(sqlite.prepare('SELECT * FROM karaoke_song_places ORDER BY 1, 2').raw().all(), [
    [3, 'dawn', first + 1],
    [3, 'dusk', first],
    [4, 'dawn', second],
  ]);
});

test('events that were stored before the update keep their numbers, and are found by their places', () => {
  const { sqlite, apply } = before('0034_event_log_by_place.sql');
  const insert = sqlite.prepare(
    "INSERT INTO event_log (topic, kind, subject_id, created_at) VALUES (?, 'fez-post', '1', 0)",
  );
  for (const topic of ['notifications:fez:lanterns', 'fez:lanterns', 'fez:chess', 'a']) insert.run(topic);
  const readAll = () => sqlite.prepare('SELECT id, topic FROM event_log ORDER BY id').raw().all();
  const stored = readAll();
  apply();
  assert.deepEqual(readAll(), stored);
  const found = sqlite.prepare('SELECT topic FROM event_log INDEXED BY event_log_by_place WHERE place = ? ORDER BY id');
  assert.deepEqual(found.pluck().all('nterns'), ['notifications:fez:lanterns', 'fez:lanterns']);
  assert.deepEqual(found.pluck().all('a'), ['a'], 'also under a topic that is shorter than a place');
  assert.equal(sqlite.pragma('integrity_check', { simple: true }), 'ok');
});
