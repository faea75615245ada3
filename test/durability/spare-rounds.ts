import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '#crowd/random.ts';
import type { Ship } from '../support/ship.ts';
import { type ClientsByName, findWriters, logInWriters, readAll, type Writer, writeUntilKilled } from './kill-round.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openAllStreams } from './soak/actions/sockets.ts';
import { compareNow } from './soak/checkpoint.ts';
import { createUnreadStream, getStreams } from './soak/post-streams.ts';
import { takeAction } from './soak/random-actions.ts';
import { createWorld, type World, writeRegistrationCodes } from './soak/world.ts';
import { startTwoMachines, type TwoMachines } from './two-machines.ts';

/** The result of a round. */
export interface RoundResult {
  /** Acknowledged writes of the ledger, and acknowledged posts in chats, in this round. */
  readonly acknowledged: number;
  /** For how many milliseconds before the kill acknowledged writes are missing. */
  readonly lossMilliseconds: number;
  readonly promotionMilliseconds: number;
  /**
   * Whether a response was so slow that the server may have stopped waiting for the spare. That happens on a busy machine, and then data may be lost.
   */
  readonly mayHaveGivenUp: boolean;
}

/** Two machines that take over from each other in turn. */
export interface SpareRounds {
  /**
   * Kills the serving machine with SIGKILL at a random moment of the users' actions, and compares the other machine's
   * data with what was acknowledged. Throws if the data is inconsistent, or contains something that no one wrote.
   */
  round(): Promise<RoundResult>;
  /** Shuts down both machines. */
  end(): Promise<void>;
}

export interface SpareRoundsOptions {
  /** Whether responses wait for the spare's disk. Then each round compares everything that users see. */
  readonly waits: boolean;
  readonly users: number;
  readonly seed: number;
}

interface Parts {
  readonly machines: TwoMachines;
  readonly world: World;
  readonly ledger: Ledger;
  readonly loggedIn: ClientsByName;
  readonly writers: readonly Writer[];
  readonly waits: boolean;
  /** Whether all acknowledged data is still there. Only then can users be expected to see it. */
  isWhole: boolean;
}

/** Starts two machines; the second follows the first. The ships must be new. */
export async function startSpareRounds(
  ships: readonly [Ship, Ship],
  { waits, users, seed }: SpareRoundsOptions,
): Promise<SpareRounds> {
  writeRegistrationCodes(ships[0], users);
  const machines = await startTwoMachines(ships, { waits });
  const world = await createWorld(machines, createRandom(seed), users);
  for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
  await openAllStreams(world);
  const loggedIn = await logInWriters(machines);
  const common = { machines, world, loggedIn, writers: await findWriters(loggedIn), ledger: createLedger() };
  const parts: Parts = { ...common, waits, isWhole: waits };
  // No user's login may be among the lost data.
  await machines.settle();
  return {
    round: () => runRound(parts),
    async end() {
      for (const stream of world.sailors.flatMap(getStreams)) stream.close();
      await machines.stop();
    },
  };
}

async function runRound(parts: Parts): Promise<RoundResult> {
  const { machines, world, ledger, loggedIn, writers } = parts;
  const before = world.clock();
  let [acknowledged, slowest, lossMilliseconds] = [0, 0, 0];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const countAnswers = () => {
    let last = performance.now();
    return () => {
      begin();
      acknowledged += 1;
      slowest = Math.max(slowest, performance.now() - last);
      last = performance.now();
      return true;
    };
  };
  const { deaths } = machines;
  const acting = Promise.all([
    ...writers.map((writer) => writeUntilKilled(writer, ledger, countAnswers())),
    ...Array.from({ length: concurrentActors }, () => actUntil(world, () => machines.deaths > deaths, parts)),
  ]);
  // On a busy machine the first response takes longest; a kill before it would test nothing.
  await Promise.race([begun, acting]);
  await pause(minMilliseconds + world.random.below(maxMilliseconds - minMilliseconds));
  machines.kill(chooseRoundMilliseconds(world.random), async () => {
    const stored = await readAll(loggedIn, ledger.places());
    lossMilliseconds = ledger.findLoss(stored, machines.lastDeath?.killedAt ?? 0);
    for (const stream of world.sailors.flatMap(getStreams)) stream.doubtPendingPosts();
    await openAllStreams(world);
  });
  await acting;
  await machines.running();
  if (lossMilliseconds > 0) parts.isWhole = false;
  if (parts.isWhole) await compareNow(world, before);
  const promotionMilliseconds = machines.lastDeath?.promotionMilliseconds ?? 0;
  return { acknowledged, lossMilliseconds, promotionMilliseconds, mayHaveGivenUp: slowest > spareTimeoutMilliseconds };
}

/** The server waits for two seconds. */
export const spareTimeoutMilliseconds = 1_500;

const concurrentActors = 8;
const [minMilliseconds, maxMilliseconds] = [50, 700];

/** How long the machine works on requests before it is killed: it completes some of them, not all. */
const chooseRoundMilliseconds = (random: Random): number => random.below(16);

/** Takes actions of all kinds until the machine is about to be killed. */
async function actUntil(world: World, isOver: () => boolean, parts: Pick<Parts, 'isWhole'>): Promise<void> {
  while (!isOver()) {
    try {
      await takeAction(world);
    } catch (error) {
      // If the last moment may be lost, users may miss changes they expect.
      if (parts.isWhole || !isUnexpectedContent(error)) throw error;
    }
  }
}

/** Whether users saw something other than expected, rather than an error of the service. */
export const isUnexpectedContent = (error: unknown): boolean =>
  error instanceof assert.AssertionError && !/: 5\d\d /.test(error.message);
