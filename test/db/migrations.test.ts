import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { listEmbeddedMigrations } from '#db/migrate.ts';

/** A database with the migrations before the one of this name; gives what applies that one. */
function before(name: string): { sqlite: Sqlite.Database; apply: () => void } {
  const sqlite = new Sqlite(':memory:');
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
