import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { compareWarmAndCold, compareWriteActions, StaleAnswer } from './warm-and-cold.ts';

// `npm run soak caches` takes more actions, and plants a fault in every table.
const actions = Number(process.env.CACHE_ACTIONS ?? 100);
const seed = Number(process.env.CACHE_SEED ?? 1);
/**
 * Tables whose writes must show in the comparison. `CACHED_TABLES=users,forums` names others, `all` all that caches
 * depend on.
 */
const { CACHED_TABLES: namedTables = 'performers,event_performers,mention_totals' } = process.env;
const isSoak = namedTables === 'all';

test('random actions in all areas leave every cache right', async (context) => {
  const progress = (line: string) => context.diagnostic(line);
  const tally = await compareWarmAndCold({ actions, seed, sample: 6, progress });
  assert.ok(tally.accepted > actions / 10, `${tally.accepted} actions were accepted`);
});

test('everyone concerned immediately sees every action in an area', async () => {
  await compareWriteActions({ rounds: isSoak ? 2 : 1, seed });
});

const getTriggers = ({ context: { db } }: TestApp): { readonly name: string; readonly table: string }[] =>
  db.sqlite
    .prepare<[], { name: string; table: string }>(
      `SELECT name, tbl_name AS "table" FROM sqlite_temp_master WHERE type = 'trigger'`,
    )
    .all();

/** Stops the caches from noticing writes to this table. */
function stopWatching(table: string, app: TestApp): void {
  for (const trigger of getTriggers(app))
    if (trigger.table === table) app.context.db.sqlite.exec(`DROP TRIGGER temp."${trigger.name}"`);
}

async function listWatchedTables(): Promise<string[]> {
  const app = await startTestApp({ showsBehaviour: false });
  const tables = new Set(getTriggers(app).map(({ table }) => table));
  await app.close();
  return [...tables];
}

const tables = isSoak ? await listWatchedTables() : namedTables.split(',');

describe('finds a table whose writes no cache notices', () => {
  for (const table of tables) {
    test(table, () =>
      assert.rejects(compareWriteActions({ rounds: 2, seed, plant: (app) => stopWatching(table, app) }), StaleAnswer),
    );
  }
});
