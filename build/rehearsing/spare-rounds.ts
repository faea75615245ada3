// `npm run spare-rounds [rounds] [seed]`: kills the serving machine in the middle of users' actions, by default 200
// times, and promotes its spare; in half of the rounds responses wait for the spare.
import { randomInt } from 'node:crypto';
import { type RoundResult, startSpareRounds } from '../../test/durability/spare-rounds.ts';
import { openShip } from '../../test/support/ship.ts';
import { say, secondsSince } from '../project.ts';

const maxLossMilliseconds = 2_000;
/** How many rounds a pair of machines runs before a new pair starts. */
const concurrentRounds = 20;
const users = 12;

const rounds = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? randomInt(2 ** 32));
if (!Number.isInteger(rounds) || rounds < 2 || !Number.isInteger(seed)) throw new Error('spare-rounds [rounds] [seed]');
const start = performance.now();

/** Prints the result of a round. Throws if it lost more than allowed. */
function reportRound(round: number, waits: boolean, result: RoundResult): void {
  const { acknowledged, lossMilliseconds, promotionMilliseconds, mayHaveGivenUp } = result;
  const kind = waits ? (mayHaveGivenUp ? ', answers waiting, perhaps in vain' : ', answers waiting') : '';
  say(
    `round ${round}${kind}: ${acknowledged} acknowledged, ${lossMilliseconds.toFixed(0)} ms lost, ` +
      `serving again in ${promotionMilliseconds.toFixed(0)} ms, ${secondsSince(start)}`,
  );
  const maxLoss = waits && !mayHaveGivenUp ? 0 : maxLossMilliseconds;
  if (lossMilliseconds > maxLoss) throw new Error('more was lost than may be');
}

/** Runs this many rounds on a new pair of machines. */
async function runRoundsOnPair(waits: boolean, count: number, seed: number, results: RoundResult[]): Promise<void> {
  const ships = [openShip(), openShip()] as const;
  try {
    const machines = await startSpareRounds(ships, { waits, users, seed });
    for (let round = 1; round <= count; round += 1) {
      const result = await machines.round();
      results.push(result);
      reportRound(results.length, waits, result);
    }
    await machines.end();
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  } finally {
    for (const ship of ships) ship.close();
  }
}

async function runAllRounds(waits: boolean, count: number): Promise<string> {
  const results: RoundResult[] = [];
  while (results.length < count) {
    await runRoundsOnPair(waits, Math.min(concurrentRounds, count - results.length), seed + results.length, results);
  }
  const worst = (read: (result: RoundResult) => number) => Math.max(...results.map(read)).toFixed(0);
  const acknowledged = results.reduce((sum, result) => sum + result.acknowledged, 0);
  const hit = results.filter(({ lossMilliseconds }) => lossMilliseconds > 0).length;
  return (
    `${results.length} rounds ${waits ? 'with answers that wait' : 'without waiting'}: ${acknowledged} acknowledged, ` +
    `something lost in ${hit}, at worst the last ${worst(({ lossMilliseconds }) => lossMilliseconds)} ms; ` +
    `serving again after at most ${worst(({ promotionMilliseconds }) => promotionMilliseconds)} ms`
  );
}

say(`${rounds} rounds, seed ${seed}`);
const summary = [await runAllRounds(false, Math.ceil(rounds / 2)), await runAllRounds(true, Math.floor(rounds / 2))];
for (const line of summary) say(line);
say(`every copy verified, ${secondsSince(start)}`);
