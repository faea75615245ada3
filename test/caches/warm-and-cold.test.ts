import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestApp } from '../support/app.ts';
import { compareWarmAndCold, StaleAnswer } from './warm-and-cold.ts';

test('random actions in all areas leave every cache right', async () => {
  const tally = await compareWarmAndCold({ actions: 100, seed: 1, sample: 6 });
  assert.ok(tally.accepted > 20, `${tally.accepted} actions were accepted`);
});

/** Writes to this table are no longer noticed. */
function stopWatching(table: string, { context: { db } }: TestApp): void {
  const list = db.sqlite.prepare<[string], string>(
    "SELECT name FROM sqlite_temp_master WHERE type = 'trigger' AND tbl_name = ?",
  );
  for (const name of list.pluck().all(table)) db.sqlite.exec(`DROP TRIGGER temp."${name}"`);
}

test('a cache that is not told of a write is noticed', async () => {
  const plant = (app: TestApp) => stopWatching('forums', app);
  await assert.rejects(compareWarmAndCold({ actions: 400, seed: 1, sample: 6, plant }), StaleAnswer);
});
