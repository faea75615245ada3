import assert from 'node:assert/strict';
import { createRandom, type Random } from '#crowd/random.ts';
import type { Ship } from '../../support/ship.ts';
import { compareSeats } from './actions/seats.ts';
import { openAll, reconnectHalf } from './actions/sockets.ts';
import { forEach } from './at-once.ts';
import { compareNow } from './checkpoint.ts';
import { compareEverything } from './compare-posts.ts';
import { compareAllPublicTalk } from './compare-public.ts';
import { compareUnread } from './compare-summary.ts';
import { startService } from './mortal-service.ts';
import { createUnreadStream, streamsOf } from './post-streams.ts';
import { takeAction, takeAnyAction } from './random-actions.ts';
import type { Tally } from './tally.ts';
import { createWorld, type World, writeRegistrationCodes } from './world.ts';

export interface SoakOptions {
  readonly actions: number;
  readonly users: number;
  readonly kills: number;
  /** How many actions in a row are taken at once with others, and then one by one, each compared at once. */
  readonly rounds: { readonly crowded: number; readonly careful: number };
  /** Of the random choices. Responses come in another order each time, so a run is much like another, not the same. */
  readonly seed: number;
  /** Called now and then with how far it is. */
  readonly progress?: (line: string) => void;
}

const requestsAtOnce = 16;
/** So long the service is still at work on what was sent before it is killed: it gets to some of that, not to all. */
const millisecondsToDeath = ({ random }: World): number => 4 + random.below(12);

/**
 * Lets many users take actions at random while the service is killed and started again, and compares again and again, and
 * more in the end, what each of them is shown in different places; then runs `gangway verify`. Throws when anything is
 * wrong. The ship must be new.
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
    for (const stream of world.sailors.flatMap(streamsOf)) stream.close();
  }
}

async function actAndCompare(world: World, options: SoakOptions): Promise<void> {
  for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
  await openAll(world);
  const { actions, rounds, progress } = options;
  const killsAt = chooseKillMoments(world.random, options);
  const length = rounds.crowded + rounds.careful;
  let comparedAt = 0;
  for (let done = 0; done < actions; done += length) {
    const crowded = Math.min(rounds.crowded, actions - done);
    const shares = killsAt.map((moment) => (moment - done) / length).filter((share) => share > 0 && share <= 1);
    await reconnectHalf(world);
    await actAtOnce(
      world,
      crowded,
      shares.map((share) => chooseActionNumber(share, crowded)),
    );
    await compareNow(world, comparedAt);
    comparedAt = world.clock();
    await reconnectHalf(world);
    for (let left = Math.min(length, actions - done) - crowded; left > 0; left -= 1) await actAndCompareAtOnce(world);
    progress?.(`${Math.min(done + length, actions)} actions, ${world.service.deaths} kills`);
  }
  assert.equal(world.service.deaths, options.kills);
  await compareInTheEnd(world, comparedAt);
}

/** Numbers of actions, one at random in each part of the run and never two close together. */
function chooseKillMoments(random: Random, { actions, kills }: SoakOptions): number[] {
  const momentOf = (kill: number) => (actions * (kill + 0.1 + 0.8 * random.fraction())) / kills;
  return Array.from({ length: kills }, (_, kill) => Math.ceil(momentOf(kill)));
}

/** Chooses one of this many actions; not one of the first or last, when fewer are in progress. */
const chooseActionNumber = (share: number, actions: number): number =>
  Math.ceil(requestsAtOnce + share * (actions - 2 * requestsAtOnce));

/** Runs this many actions, several at a time, and kills the service during some of them. */
async function actAtOnce(world: World, actions: number, killsAt: readonly number[]): Promise<void> {
  const { service } = world;
  let begun = 0;

  async function actOften(): Promise<void> {
    while (begun < actions) {
      begun += 1;
      if (killsAt.includes(begun)) service.kill(millisecondsToDeath(world), () => openAll(world));
      await takeAction(world);
    }
  }

  await Promise.all(Array.from({ length: requestsAtOnce }, actOften));
  await service.running();
}

/** Takes one action and compares at once, before another can put right what it left wrong. */
async function actAndCompareAtOnce(world: World): Promise<void> {
  const concerned = await takeAnyAction(world);
  await forEach(concerned, async (sailor) => void (await compareUnread(world, sailor)));
}

async function compareInTheEnd(world: World, comparedAt: number): Promise<void> {
  await compareNow(world, comparedAt);
  await forEach(world.sailors, (sailor) => compareEverything(world, sailor));
  await compareAllPublicTalk(world);
  await compareSeats(world);
  assert.deepEqual(world.faults, []);
  const streams = world.sailors.flatMap(streamsOf);
  world.tally.frames += streams.reduce((sum, { frames }) => sum + frames, 0);
  world.tally.acknowledgedPosts = world.chats.reduce((sum, { posts }) => sum + posts.length, 0);
}
