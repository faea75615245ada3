import { test } from 'node:test';
import { createShip } from '../cli/support.ts';
import { drawSample } from '../support/sample.ts';
import { killRound } from './kill-round.ts';
import { createLedger } from './ledger.ts';

const rounds = drawSample([1, 2, 3], 2).length;

test(`every acknowledged write survives SIGKILL during 2,000 writes, ${rounds} times`, async (context) => {
  const [ship, ledger] = [createShip(), createLedger()];
  for (let round = 1; round <= rounds; round += 1) {
    const acknowledged = await killRound(ship, ledger);
    context.diagnostic(`killed after ${acknowledged} acknowledged writes`);
  }
});
