import assert from 'node:assert/strict';
import type { RunningService, Ship } from '../../support/ship.ts';
import { type Compared, compareAll } from './compare.ts';
import { lookAtSummary, operate } from './operations.ts';
import { createRandom, type Random } from './random.ts';
import { createWorld, provideCodes, type World } from './world.ts';

export interface SoakOptions {
  readonly operations: number;
  readonly people: number;
  readonly kills: number;
  /** Of the random choices. Answers come in another order each time, so a run is much like another, not the same. */
  readonly seed: number;
  /** Told now and then how far it is. */
  readonly progress?: (line: string) => void;
}

/** What a soak did, and how much it compared in the end. */
export interface Soaked extends Compared {
  readonly acknowledgedPosts: number;
  /** Requests whose answer a kill has swallowed. */
  readonly broken: number;
  readonly frames: number;
}

const requestsAtOnce = 16;

/**
 * Lets many people do things at random while the service is killed and started again; then compares what each of them
 * is shown in different places, and runs `gangway verify`. Throws when anything is wrong. The ship must be new.
 */
export async function soak(ship: Ship, options: SoakOptions): Promise<Soaked> {
  const random = createRandom(options.seed);
  provideCodes(ship, options.people);
  const first = await ship.serve();
  const world = await createWorld(first.url, random, options.people);
  try {
    const { service, broken } = await operateAndKill(ship, first, world, options);
    await lookOnceMore(world);
    const compared = await compareEverybody(world);
    assert.equal((await service.end('SIGTERM')).code, 0);
    const verified = await ship.run(['verify']);
    assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
    const frames = world.sailors.reduce((sum, { stream }) => sum + stream.frames, 0);
    return { ...compared, acknowledgedPosts: world.posts.size, broken, frames };
  } finally {
    for (const { stream } of world.sailors) stream.close();
  }
}

async function operateAndKill(ship: Ship, first: RunningService, world: World, options: SoakOptions) {
  const { operations, progress } = options;
  const killsAt = killMoments(world.random, options);
  let service: Promise<RunningService> = Promise.resolve(first);
  let begun = 0;
  let broken = 0;

  async function operateOften(): Promise<void> {
    while (begun < operations) {
      const current = service;
      const running = await current;
      // Others may have begun the last ones meanwhile.
      if (begun >= operations) return;
      begun += 1;
      if (killsAt.delete(begun)) {
        progress?.(`killing it at operation ${begun} of ${operations}`);
        service = killAndRestart(ship, running, world);
      }
      await operate(world).catch((error: unknown) => {
        // A service that was not killed answers.
        if (service === current || !isBrokenConnection(error)) throw error;
        broken += 1;
      });
    }
  }

  await Promise.all(Array.from({ length: requestsAtOnce }, operateOften));
  assert.equal(killsAt.size, 0);
  return { service: await service, broken };
}

/** Numbers of operations, one at random in each part of the run and never two close together. */
function killMoments(random: Random, { operations, kills }: SoakOptions): Set<number> {
  const moments = Array.from(
    { length: kills },
    (_, kill) => (operations * (kill + 0.1 + 0.8 * random.fraction())) / kills,
  );
  return new Set(moments.map(Math.ceil));
}

/** Node's fetch says so of whatever goes wrong on the way. */
const isBrokenConnection = (error: unknown): boolean =>
  error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);

async function killAndRestart(ship: Ship, running: RunningService, { sailors }: World): Promise<RunningService> {
  assert.equal((await running.end('SIGKILL')).signal, 'SIGKILL');
  const again = await ship.serve(['serve'], { environment: { PORT: new URL(running.url).port } });
  assert.equal(again.url, running.url);
  await Promise.all(sailors.map(({ stream }) => stream.open(again.url)));
  return again;
}

/** Has everybody's summary remembered, and then something happen that only some of them do themselves. */
async function lookOnceMore(world: World): Promise<void> {
  await Promise.all(world.sailors.map((sailor) => lookAtSummary({ ...world, sailors: [sailor] })));
  for (let left = world.sailors.length; left > 0; left -= 1) await operate(world);
}

async function compareEverybody(world: World): Promise<Compared> {
  const total = { chats: 0, added: 0, announcedPosts: 0 };
  const waiting = [...world.sailors];

  async function compareOften(): Promise<void> {
    for (let sailor = waiting.pop(); sailor; sailor = waiting.pop()) {
      const { chats, added, announcedPosts } = await compareAll(world, sailor);
      total.chats += chats;
      total.added += added;
      total.announcedPosts += announcedPosts;
    }
  }

  await Promise.all(Array.from({ length: requestsAtOnce }, compareOften));
  return total;
}

/** One line about what was done and compared. */
export const describeSoak = ({ acknowledgedPosts, broken, frames, chats, added, announcedPosts }: Soaked): string =>
  `${acknowledgedPosts} posts acknowledged, ${broken} requests broken off, ${frames} frames; compared ${chats} chats of ` +
  `somebody, ${added} of them newly added to, and ${announcedPosts} unread posts that had to be announced`;
