import assert from 'node:assert/strict';
import { createRandom, type Random } from '#crowd/random.ts';
import type { Ship } from '../../support/ship.ts';
import { compareIncidents } from './actions/incidents.ts';
import { compareSeats } from './actions/seats.ts';
import { openAllStreams, reconnectHalf } from './actions/sockets.ts';
import { forEachConcurrently } from './at-once.ts';
import { compareNow } from './checkpoint.ts';
import { compareEverything } from './compare-posts.ts';
import { compareAllPublicTalk } from './compare-public.ts';
import { compareUnread } from './compare-summary.ts';
import { startService } from './mortal-service.ts';
import { createUnreadStream, getStreams } from './post-streams.ts';
import { takeAction, takeAnyAction } from './random-actions.ts';
import type { Tally } from './tally.ts';
import { createWorld, type World, writeRegistrationCodes } from './world.ts';

export interface SoakOptions {
  readonly actions: number;
  readonly users: number;
  readonly kills: number;
  /**
   * How many successive actions run concurrently before the same number runs one by one, each followed by a comparison.
   */
  readonly rounds: { readonly crowded: number; readonly careful: number };
  /**
   * Seed of the random choices. Responses arrive in a different order each time, so runs are similar, not identical.
   */
  readonly seed: number;
  /** Called regularly with the progress. */
  readonly progress?: (line: string) => void;
}

const concurrentRequests = 16;
/** How long the service works on requests before it is killed: it completes some of them, not all. */
const chooseMillisecondsToKill = ({ random }: World): number => 4 + random.below(12);

/**
 * Lets many users take random actions while the service is killed and restarted, and repeatedly compares what each user
 * sees in different calls, most thoroughly at the end; then runs `gangway verify`. Throws if anything is wrong. The
 * ship must be new.
 */
export async function soak(ship: Ship, options: SoakOptions): Promise<Tally> {
  const random = createRandom(options.seed);
  writeRegistrationCodes(ship, options.users);
  const service = await startService(ship);
  const world = await createWorld(service, random, options.users);
  try {
    await actAndCompare(world, options);
    const running = await service.running();
    assert.equal((await running.end('SIGTERM')).code, 0);
    const verified = await ship.run(['verify']);
    assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
    return world.tally;
  } catch (error) {
    throw new Error(`seed ${options.seed}, ${world.clock()} moments after the start`, { cause: error });
  } finally {
    for (const stream of world.sailors.flatMap(getStreams)) stream.close();
  }
}

async function actAndCompare(world: World, options: SoakOptions): Promise<void> {
  for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
  await openAllStreams(world);
  const { actions, rounds, progress } = options;
  const killsAt = chooseKillMoments(world.random, options);
  const length = rounds.crowded + rounds.careful;
  let comparedAt = 0;
  for (let done = 0; done < actions; done += length) {
    const crowded = Math.min(rounds.crowded, actions - done);
    const shares = killsAt.map((moment) => (moment - done) / length).filter((share) => share > 0 && share <= 1);
    await reconnectHalf(world);
    await actConcurrently(
      world,
      crowded,
      shares.map((share) => chooseActionNumber(share, crowded)),
    );
    await compareNow(world, comparedAt);
    comparedAt = world.clock();
    await reconnectHalf(world);
    for (let left = Math.min(length, actions - done) - crowded; left > 0; left -= 1)
      await actAndCompareConcurrently(world);
    progress?.(`${Math.min(done + length, actions)} actions, ${world.service.deaths} kills`);
  }
  assert.equal(world.service.deaths, options.kills);
  await compareInTheEnd(world, comparedAt);
}

/** Chooses numbers of actions, one at random in each part of the run and never two close together. */
function chooseKillMoments(random: Random, { actions, kills }: SoakOptions): number[] {
  const momentOf = (kill: number) => (actions * (kill + 0.1 + 0.8 * random.fraction())) / kills;
  return Array.from({ length: kills }, (_, kill) => Math.ceil(momentOf(kill)));
}

/** Chooses one of this many actions, except the first and last ones, which run with fewer concurrent requests. */
const chooseActionNumber = (share: number, actions: number): number =>
  Math.ceil(concurrentRequests + share * (actions - 2 * concurrentRequests));

/** Runs this many actions, several at a time, and kills the service during some of them. */
async function actConcurrently(world: World, actions: number, killsAt: readonly number[]): Promise<void> {
  const { service } = world;
  let begun = 0;

  async function actOften(): Promise<void> {
    while (begun < actions) {
      begun += 1;
      if (killsAt.includes(begun)) service.kill(chooseMillisecondsToKill(world), () => openAllStreams(world));
      await takeAction(world);
    }
  }

  await Promise.all(Array.from({ length: concurrentRequests }, actOften));
  await service.running();
}

/** Takes one action and compares at once, before another action can hide its mistake. */
async function actAndCompareConcurrently(world: World): Promise<void> {
  const concerned = await takeAnyAction(world);
  await forEachConcurrently(concerned, async (sailor) => void (await compareUnread(world, sailor)));
}

async function compareInTheEnd(world: World, comparedAt: number): Promise<void> {
  await compareNow(world, comparedAt);
  await forEachConcurrently(world.sailors, (sailor) => compareEverything(world, sailor));
  await compareAllPublicTalk(world);
  await compareSeats(world);
  await compareIncidents(world);
  assert.deepEqual(world.faults, []);
  const streams = world.sailors.flatMap(getStreams);
  world.tally.frames += streams.reduce((sum, { frames }) => sum + frames, 0);
  world.tally.acknowledgedPosts = world.chats.reduce((sum, { posts }) => sum + posts.length, 0);
}
