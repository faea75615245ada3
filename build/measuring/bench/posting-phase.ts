import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../../running/service-process.ts';
import type { Account } from './api.ts';
import { readCpuMilliseconds } from './cpu-time.ts';
import { createLightClient, type LightClient } from './light-client.ts';
import { createGroup } from './live.ts';
import { timeRepeatedly } from './load.ts';
import type { NeighbourProcess } from './neighbours.ts';

/** A running server with its accounts and chats. */
export interface MeasuredServer {
  readonly service: ServiceProcess;
  readonly accounts: readonly Account[];
  readonly folder: string;
}

/** A server with clients that post and read on it. */
export interface Target extends MeasuredServer {
  readonly chats: readonly string[];
  readonly posters: readonly LightClient[];
  readonly readers: readonly LightClient[];
}

/** Results of posting and reading in one phase. */
export interface Phase {
  readonly postsPerSecond: number;
  /** Milliseconds of each call. */
  readonly whoamiTimes: readonly number[];
  /** CPU time of the server per post, including everything else it did during the phase. */
  readonly serverMilliseconds: number;
  /** CPU time of the spare or of the process that simulates it, as a fraction of the elapsed time. */
  readonly neighbourShare: number;
}

const phaseMilliseconds = 500;
/** Warm-up before posts are counted, so that the spare has received its first posts by then. */
const leadMilliseconds = 100;
const concurrentPosters = 16;
const concurrentReaders = 4;

/** Creates the clients that post and read on a server. */
export async function prepareTarget(server: MeasuredServer): Promise<Target> {
  const { service, accounts } = server;
  const posters = accounts.slice(0, concurrentPosters);
  const others = accounts.slice(-2);
  const chats = await Promise.all(posters.map((poster) => createGroup(service.url, [poster, ...others])));
  const createClients = (length: number) => Array.from({ length }, () => createLightClient(service.url));
  return { ...server, chats, posters: createClients(concurrentPosters), readers: createClients(concurrentReaders) };
}

/** Closes the clients' connections. */
export function closeTarget({ posters, readers }: Target): void {
  for (const client of [...posters, ...readers]) client.close();
}

/** Posts and reads with all clients for one phase, while a spare or its simulation works on the next core. */
export async function measurePhase(target: Target, neighbour: NeighbourProcess): Promise<Phase> {
  const { service, accounts, readers } = target;
  const [first] = accounts;
  if (!first) throw new Error('no accounts were made');
  const posting = startPosting(target, first);
  const takeStock = () => ({
    at: performance.now(),
    posts: posting.count(),
    server: readCpuMilliseconds(service.pid),
    neighbour: neighbour.readCpuMilliseconds(),
  });
  await delay(leadMilliseconds);
  const before = takeStock();
  const readings = readers.map((reader) => timeRepeatedly(() => reader.send(first, 'GET', '/api/v3/user/whoami')));
  await delay(phaseMilliseconds);
  const after = takeStock();
  const whoamiTimes = (await Promise.all(readings.map((stop) => stop()))).flat();
  await posting.stop();
  const milliseconds = after.at - before.at;
  const posts = after.posts - before.posts;
  return {
    postsPerSecond: (posts * 1000) / milliseconds,
    whoamiTimes,
    serverMilliseconds: (after.server - before.server) / posts,
    neighbourShare: (after.neighbour - before.neighbour) / milliseconds,
  };
}

/** Makes each poster send one post at a time until stopped. */
function startPosting({ accounts, chats, posters }: Target, first: Account) {
  let posts = 0;
  let goes = true;
  const postOften = async (poster: LightClient, index: number): Promise<void> => {
    const path = `/api/v3/fez/${chats[index]}/post`;
    while (goes) {
      await poster.send(accounts[index] ?? first, 'POST', path, { text: `message ${posts}`, images: [] });
      posts += 1;
    }
  };
  const finished = Promise.all(posters.map(postOften));
  // The error surfaces when the posting is stopped; until then an unhandled rejection would end the process.
  finished.catch(() => {});
  return {
    count: () => posts,
    async stop(): Promise<void> {
      goes = false;
      await finished;
    },
  };
}
