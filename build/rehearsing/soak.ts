// `npm run soak [actions] [seed]`: 50 users take 100,000 actions at random while the service is killed ten times; compares
// all the while what each of them is shown. The seed is that of an earlier run.
import { randomInt } from 'node:crypto';
import { soak } from '../../test/durability/soak/soak.ts';
import { describeTally } from '../../test/durability/soak/tally.ts';
import { openShip } from '../../test/support/ship.ts';
import { say, secondsSince } from '../project.ts';

/** With fewer the kills would follow each other too closely. */
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
