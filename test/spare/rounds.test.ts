import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { createShip } from '../cli/support.ts';
import { type SpareRoundsOptions, startSpareRounds } from '../durability/spare-rounds.ts';
import { drawSample } from '../support/sample.ts';

const rounds = drawSample([1, 2, 3, 4, 5], 2).length;
/** The promise is two seconds with two machines; here both share one machine with all other tests. */
const maxLossMilliseconds = 10_000;

/** Runs rounds on a pair of machines; returns the worst loss in milliseconds. */
async function playRounds(options: SpareRoundsOptions, tell: (line: string) => void): Promise<number> {
  tell(`seed ${options.seed}`);
  const machines = await startSpareRounds([createShip(), createShip()], options);
  let worst = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const { acknowledged, lossMilliseconds, promotionMilliseconds, mayHaveGivenUp } = await machines.round();
    tell(
      `${acknowledged} acknowledged, ${lossMilliseconds.toFixed(0)} ms lost, ${promotionMilliseconds.toFixed(0)} ms`,
    );
    if (options.waits && mayHaveGivenUp) tell('so busy that the server may have stopped waiting for the spare');
    else worst = Math.max(worst, lossMilliseconds);
  }
  await machines.end();
  return worst;
}

// Each pair mostly waits for its machines.
describe('two machines', { concurrency: true }, () => {
  test(`after ${rounds} kills of a busy server, the spare lacks only the last moment`, async (context) => {
    const options = { waits: false, users: 6, seed: randomInt(2 ** 32) };
    const worst = await playRounds(options, (line) => context.diagnostic(line));
    assert.ok(worst < maxLossMilliseconds, `${worst} ms lost`);
  });

  test(`if responses wait for the spare, ${rounds} kills lose nothing, and everyone sees the same as before`, async (context) => {
    const options = { waits: true, users: 6, seed: randomInt(2 ** 32) };
    assert.equal(await playRounds(options, (line) => context.diagnostic(line)), 0);
  });
});
