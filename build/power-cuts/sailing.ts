import { join } from 'node:path';
import { createRandom, deriveSeed } from '#crowd/random.ts';
import { openAllStreams } from '../../test/durability/soak/actions/sockets.ts';
import type { KillableService } from '../../test/durability/soak/mortal-service.ts';
import { createUnreadStream, getStreams } from '../../test/durability/soak/post-streams.ts';
import { takeAction } from '../../test/durability/soak/random-actions.ts';
import { createWorld, type Sailor, type World, writeRegistrationCodes } from '../../test/durability/soak/world.ts';
import { writeSong } from '../../test/support/clips.ts';
import type { RunningService, Ship } from '../../test/support/ship.ts';
import { createLedger } from './ledger.ts';
import { createClients, logInPeople, type Person } from './people.ts';
import { ignoreBrokenConnection, startThreads, type Traffic, writeEverything } from './traffic.ts';

/** People aboard, and the ledger of their writes. */
export interface Sailing extends Traffic {
  readonly people: readonly Person[];
  /** Lets everyone write to the ledger for a while, and lets others act as usual. */
  writeFor(seconds: number): Promise<void>;
}

const users = 12;
/** Few people sing, since clips are large. */
const maxSingers = 3;
const concurrentActors = 4;

/** Provides the input of a first start. */
export function provideSeeds(ship: Ship): void {
  writeRegistrationCodes(ship, users);
  for (const name of ['one', 'two', 'three', 'four', 'five']) writeSong(join(ship.data, 'microkaraoke'), name);
}

/** Creates the people. They keep writing to the same address when the service there is replaced. */
export async function startSailing(service: RunningService, seed: number): Promise<Sailing> {
  const random = createRandom(deriveSeed(seed, 'traffic'));
  const people = await logInPeople(service.url);
  const clients = createClients(service.url, people);
  const world = await createWorld(toKillableService(service), random, users);
  const threads = await startThreads(clients);
  const singers = world.sailors.filter(({ userID, familyID }) => userID === familyID).slice(0, maxSingers);
  const traffic: Traffic = { clients, singers, threads, ledger: createLedger(), random };
  return {
    ...traffic,
    people,
    async writeFor(seconds) {
      for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
      await openAllStreams(world);
      const end = performance.now() + seconds * 1000;
      const goesOn = () => performance.now() < end;
      const acting = Array.from({ length: concurrentActors }, () =>
        ignoreBrokenConnection(takeActionsWhile(world, goesOn)),
      );
      await Promise.all([writeEverything(traffic, goesOn), ...acting]);
      for (const sailor of world.sailors) closeStreams(sailor);
    },
  };
}

const toKillableService = (service: RunningService): KillableService => ({
  url: service.url,
  deaths: 0,
  alive: async () => 0,
  running: async () => service,
  kill() {
    throw new Error('this service is not killed');
  },
});

async function takeActionsWhile(world: World, goesOn: () => boolean): Promise<void> {
  while (goesOn()) await takeAction(world);
}

function closeStreams(sailor: Sailor): void {
  for (const stream of getStreams(sailor)) stream.close();
  sailor.streams.chats.clear();
}
