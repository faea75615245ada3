import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { findFreePort } from '../../build/free-port.ts';
import type { RunningService, Ship } from '../support/ship.ts';
import { findWriters, readAll, writeUntilKilled } from './kill-round.ts';
import type { Ledger } from './ledger.ts';

/** Two machines, of which one serves. */
export interface Machines {
  readonly box: Ship;
  readonly spare: Ship;
  /** Set once they are paired. */
  readonly code: string | undefined;
}

/** What came of a round. */
export interface RoundResult {
  readonly acknowledged: number;
  /** For how many milliseconds before the kill acknowledgements are missing. */
  readonly lossMilliseconds: number;
  readonly promotionMilliseconds: number;
}

/**
 * Lets a spare follow a box, kills the box with SIGKILL at a random moment of many writes, promotes the spare, and compares
 * what it holds with what was acknowledged. Throws when the copy is not sound or holds what nobody wrote. The machines
 * have changed places then; the next round begins with that.
 */
export async function spareRound(machines: Machines, ledger: Ledger, environment: Record<string, string> = {}) {
  const { box, spare } = machines;
  const [service, code] = [await serveOn(box, environment), machines.code ?? (await pair(box))];
  const words = machines.code === undefined ? [code] : [];
  const follower = await spare.runUntil(['spare', 'run', service.url, ...words], /copy of the database is complete/, {
    environment: { PORT: String(await findFreePort()) },
  });
  if (environment.SPARE_WAIT) await service.says(/answers wait for the disk of the spare/);
  let acknowledged = 0;
  const writers = await findWriters(service);
  const killedAfter = randomInt(20, 400);
  let killedAt = 0;
  const goOn = (): boolean => {
    acknowledged += 1;
    if (acknowledged === killedAfter) {
      service.signal('SIGKILL');
      killedAt = performance.now();
    }
    return true;
  };
  await Promise.all(writers.map((writer) => writeUntilKilled(writer, ledger, goOn)));
  await service.ended;
  const promotion = performance.now();
  const promoted = await spare.run(['promote', '--yes', '--no-serve']);
  assert.equal(promoted.code, 0, `${promoted.stdout}${promoted.stderr}`);
  const promotionMilliseconds = performance.now() - promotion;
  assert.equal((await follower.ended).code, 0, follower.output());
  const lossMilliseconds = ledger.findLoss(await readPromoted(spare, ledger), killedAt);
  return { acknowledged, lossMilliseconds, promotionMilliseconds } satisfies RoundResult;
}

/** The machines in each other's place, as they stand after a round. */
export const swap = ({ box, spare }: Machines, code: string): Machines => ({ box: spare, spare: box, code });

/** Makes a pairing code on the box. */
export async function pair(box: Ship): Promise<string> {
  const { code, stdout, stderr } = await box.run(['spare', 'pair']);
  assert.equal(code, 0, stderr);
  return stdout.split('\n')[0] ?? '';
}

const serveOn = (box: Ship, environment: Record<string, string>): Promise<RunningService> =>
  box.serve(['serve'], { environment });

async function readPromoted(spare: Ship, ledger: Ledger): Promise<Map<string, string>> {
  const verified = await spare.run(['verify']);
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
  const service = await spare.serve();
  const stored = await readAll(service, ledger.places());
  assert.equal((await service.end('SIGTERM')).code, 0);
  return stored;
}
