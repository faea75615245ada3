import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestApp } from '../support/app.ts';
import { compareDeeds, compareWarmAndCold, StaleAnswer } from './warm-and-cold.ts';

/** `CACHE_ACTIONS=5000` takes more of them. */
const actions = Number(process.env.CACHE_ACTIONS ?? 100);

test('random actions in all areas leave every cache right', async () => {
  const tally = await compareWarmAndCold({ actions, seed: 1, sample: 6 });
  assert.ok(tally.accepted > actions / 5, `${tally.accepted} actions were accepted`);
});

/** Writes to this table are no longer noticed. */
function stopWatching(table: string, { context: { db } }: TestApp): void {
  const list = db.sqlite.prepare<[string], string>(
    "SELECT name FROM sqlite_temp_master WHERE type = 'trigger' AND tbl_name = ?",
  );
  for (const name of list.pluck().all(table)) db.sqlite.exec(`DROP TRIGGER temp."${name}"`);
}

test('whatever is done in an area, everybody concerned is shown it at once', async () => {
  await compareDeeds({ rounds: 2, seed: 1 });
});

/** Tables whose writes the deeds must notice. `CACHED_TABLES=users,forums` names others. */
const tables = process.env.CACHED_TABLES?.split(',') ?? ['forums', 'fez_members', 'microblog_posts'];

describe('a table whose writes no cache notices is found', () => {
  for (const table of tables) {
    test(table, () =>
      assert.rejects(compareDeeds({ rounds: 2, seed: 1, plant: (app) => stopWatching(table, app) }), StaleAnswer),
    );
  }
});
