// `npm run spare-rounds [rounds] [seed]`: kills the machine that serves in the middle of all that users do, by default 200
// times, and promotes the one that follows it; half of the rounds with answers that wait for the spare.
import { randomInt } from 'node:crypto';
import { startSpareRounds } from '../test/durability/spare-rounds.ts';
import { openShip } from '../test/support/ship.ts';
import { say, secondsSince } from './project.ts';

const maxLossMilliseconds = 2_000;
/** Two machines take turns so often, then two new ones begin. */
const roundsTogether = 20;
const users = 12;

const rounds = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? randomInt(2 ** 32));
if (!Number.isInteger(rounds) || rounds < 2 || !Number.isInteger(seed)) throw new Error('spare-rounds [rounds] [seed]');
const start = performance.now();

/** What all rounds of one kind came to. */
interface Sum {
  rounds: number;
  acknowledged: number;
  lossMilliseconds: number[];
  promotionMilliseconds: number[];
}

/** Lets two new machines take turns so often. */
async function playTogether(waits: boolean, count: number, seed: number, sum: Sum): Promise<void> {
  const ships = [openShip(), openShip()] as const;
  try {
    const machines = await startSpareRounds(ships, { waits, users, seed });
    for (let round = 1; round <= count; round += 1) {
      const { acknowledged, lossMilliseconds, promotionMilliseconds } = await machines.round();
      sum.rounds += 1;
      sum.acknowledged += acknowledged;
      sum.lossMilliseconds.push(lossMilliseconds);
      sum.promotionMilliseconds.push(promotionMilliseconds);
      say(
        `round ${sum.rounds}${waits ? ', answers waiting' : ''}: ${acknowledged} acknowledged, ` +
          `${lossMilliseconds.toFixed(0)} ms lost, serving again in ${promotionMilliseconds.toFixed(0)} ms, ${secondsSince(start)}`,
      );
      if (lossMilliseconds > (waits ? 0 : maxLossMilliseconds)) throw new Error('more was lost than may be');
    }
    await machines.end();
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  } finally {
    for (const ship of ships) ship.close();
  }
}

async function playAll(waits: boolean, count: number): Promise<string> {
  const sum: Sum = { rounds: 0, acknowledged: 0, lossMilliseconds: [], promotionMilliseconds: [] };
  while (sum.rounds < count) {
    await playTogether(waits, Math.min(roundsTogether, count - sum.rounds), seed + sum.rounds, sum);
  }
  const worst = (values: number[]) => Math.max(...values).toFixed(0);
  const hit = sum.lossMilliseconds.filter((milliseconds) => milliseconds > 0).length;
  return (
    `${sum.rounds} rounds ${waits ? 'with answers that wait' : 'without waiting'}: ${sum.acknowledged} acknowledged, ` +
    `something lost in ${hit}, at worst the last ${worst(sum.lossMilliseconds)} ms; ` +
    `serving again after at most ${worst(sum.promotionMilliseconds)} ms`
  );
}

say(`${rounds} rounds, seed ${seed}`);
const summary = [await playAll(false, Math.ceil(rounds / 2)), await playAll(true, Math.floor(rounds / 2))];
for (const line of summary) say(line);
say(`every copy verified, ${secondsSince(start)}`);
