// `npm run spare-rounds [rounds]`: lets two machines follow each other in turns, and kills the one that serves in the middle
// of its writes, by default 200 times, every other time with answers that wait for the spare.
import { createLedger } from '../test/durability/ledger.ts';
import { pair, spareRound, swap } from '../test/durability/spare-round.ts';
import { openShip } from '../test/support/ship.ts';
import { say, secondsSince } from './project.ts';

const rounds = Number(process.argv[2] ?? 200);
const start = performance.now();
const ships = [openShip(), openShip()] as const;
const ledger = createLedger();
let machines: Parameters<typeof spareRound>[0] = { box: ships[0], spare: ships[1], code: undefined };
let [worst, acknowledged] = [0, 0];
try {
  const code = await pair(ships[0]);
  for (let round = 1; round <= rounds; round += 1) {
    const waits = round % 2 === 0;
    const result = await spareRound(machines, ledger, waits ? { SPARE_WAIT: 'true' } : {});
    if (waits && result.lossMilliseconds > 0) throw new Error('an answer that had waited for the spare was lost');
    worst = Math.max(worst, result.lossMilliseconds);
    acknowledged += result.acknowledged;
    say(
      `round ${round} of ${rounds}${waits ? ', answers waiting' : ''}: ${result.acknowledged} acknowledged, ` +
        `${result.lossMilliseconds.toFixed(0)} ms lost, promoted in ${result.promotionMilliseconds.toFixed(0)} ms`,
    );
    machines = swap(machines, code);
  }
  say(`${acknowledged} acknowledged, at worst ${worst.toFixed(0)} ms lost, ${secondsSince(start)}`);
} finally {
  for (const ship of ships) ship.close();
}
