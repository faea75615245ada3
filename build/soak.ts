// `npm run soak`: lets 50 people do 100,000 things at random, or as many as the first word says, while the service is killed
// ten times; compares all the while what each of them is shown. The second word is the seed of an earlier run.
import { randomInt } from 'node:crypto';
import { soak } from '../test/durability/soak/soak.ts';
import { describeTally } from '../test/durability/soak/tally.ts';
import { openShip } from '../test/support/ship.ts';
import { say, secondsSince } from './project.ts';

/** With fewer the kills would follow each other too closely. */
const minOperations = 1000;
const operations = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 32));
if (!Number.isInteger(operations) || operations < minOperations || !Number.isInteger(seed)) {
  throw new Error(`soak [operations, at least ${minOperations}] [seed]`);
}
const start = performance.now();
say(`${operations} operations, seed ${seed}`);
const ship = openShip();
try {
  const rounds = { crowded: 4900, careful: 100 };
  const progress = (line: string) => say(`${line}, ${secondsSince(start)}`);
  const tally = await soak(ship, { operations, users: 50, kills: 10, rounds, seed, progress });
  say(`${describeTally(tally)}; ${secondsSince(start)}`);
} finally {
  ship.close();
}
