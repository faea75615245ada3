// `npm run soak [actions] [seed]`: 50 users take 100,000 random actions while the service is killed ten times;
// continuously compares what each of them sees. The seed repeats an earlier run. `npm run soak caches [actions]
// [seed]`: 5,000 actions in all areas, with restarts, time zone changes and commands alongside the service; compares
// cached with uncached responses, and plants a fault in each table that caches depend on.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { soak } from '../../test/durability/soak/soak.ts';
import { describeTally } from '../../test/durability/soak/tally.ts';
import { openShip } from '../../test/support/ship.ts';
import { projectFolder, say, secondsSince } from '../project.ts';

if (process.argv[2] === 'caches') {
  const [, , , cacheActions = '5000', cacheSeed = String(randomInt(2 ** 32))] = process.argv;
  say(`${cacheActions} actions, seed ${cacheSeed}`);
  const env = { ...process.env, CACHE_ACTIONS: cacheActions, CACHE_SEED: cacheSeed, CACHED_TABLES: 'all' };
  const words = ['build/node24.mjs', '--test', 'test/caches/warm-and-cold.test.ts'];
  process.exit(spawnSync(process.execPath, words, { cwd: projectFolder, env, stdio: 'inherit' }).status ?? 1);
}

/** With fewer actions the kills would be too close together. */
const minActions = 1000;
const actions = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 32));
if (!Number.isInteger(actions) || actions < minActions || !Number.isInteger(seed)) {
  throw new Error(`soak [actions, at least ${minActions}] [seed]`);
}
const start = performance.now();
say(`${actions} actions, seed ${seed}`);
const ship = openShip();
try {
  const rounds = { crowded: 4900, careful: 100 };
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const tally = await soak(ship, { actions, users: 50, kills: 10, rounds, seed, progress });
  say(`${describeTally(tally)}; ${secondsSince(start)}`);
} finally {
  ship.close();
}
