// `npm run kill-rounds [rounds]`: kills a service in the middle of 2,000 writes, by default 20 times.
import { killRound } from '../../test/durability/kill-round.ts';
import { createLedger } from '../../test/durability/ledger.ts';
import { openShip } from '../../test/support/ship.ts';
import { say, secondsSince } from '../project.ts';

const rounds = Number(process.argv[2] ?? 20);
const start = performance.now();
const ship = openShip();
const ledger = createLedger();
try {
  for (let round = 1; round <= rounds; round += 1) {
    const acknowledged = await killRound(ship, ledger);
    say(`round ${round} of ${rounds}: killed after ${acknowledged} acknowledged writes, all of them there`);
  }
  say(`no acknowledged write lost, nothing inconsistent, ${secondsSince(start)}`);
} finally {
  ship.close();
}
