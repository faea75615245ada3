import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../../running/service-process.ts';
import type { Account } from './api.ts';
import { readCpuMilliseconds } from './cpu-time.ts';
import { createLightClient, type LightClient } from './light-client.ts';
import { createGroup } from './live.ts';
import { timeRepeatedly } from './load.ts';
import type { Neighbour } from './neighbours.ts';

/** A service with its people and chats. */
export interface Box {
  readonly service: ServiceProcess;
  readonly accounts: readonly Account[];
  readonly folder: string;
}

/** A server with accounts that post in it. */
export interface Target extends Box {
  readonly chats: readonly string[];
  readonly posters: readonly LightClient[];
  readonly readers: readonly LightClient[];
}

/** Results of posting and reading in one phase. */
export interface Phase {
  readonly postsPerSecond: number;
  /** Milliseconds of each call. */
  readonly whoamiTimes: readonly number[];
  /** CPU time of the server per post, including everything else it did. */
  readonly boxMilliseconds: number;
  /** CPU time of the spare, or its stand-in, as a fraction of the elapsed time. */
  readonly neighbourShare: number;
}

const phaseMilliseconds = 500;
/** Warm-up before posts count: by then the spare has its first posts. */
const leadMilliseconds = 100;
const postersAtOnce = 16;
const readersAtOnce = 4;

/** Creates the people who post and read in a server. */
export async function prepareTarget(box: Box): Promise<Target> {
  const { service, accounts } = box;
  const posters = accounts.slice(0, postersAtOnce);
  const others = accounts.slice(-2);
  const chats = await Promise.all(posters.map((poster) => createGroup(service.url, [poster, ...others])));
  const createClients = (length: number) => Array.from({ length }, () => createLightClient(service.url));
  return { ...box, chats, posters: createClients(postersAtOnce), readers: createClients(readersAtOnce) };
}

/** Closes the connections of the people who posted and read. */
export function closeTarget({ posters, readers }: Target): void {
  for (const client of [...posters, ...readers]) client.close();
}

/** Lets everyone post and read for a moment, while the neighbour works next to the server. */
export async function measurePhase(target: Target, neighbour: Neighbour): Promise<Phase> {
  const { service, accounts, readers } = target;
  const [first] = accounts;
  if (!first) throw new Error('no accounts were made');
  const posting = startPosting(target, first);
  const takeStock = () => ({
    at: performance.now(),
    posts: posting.count(),
    box: readCpuMilliseconds(service.pid),
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
    boxMilliseconds: (after.box - before.box) / posts,
    neighbourShare: (after.neighbour - before.neighbour) / milliseconds,
  };
}

/** Lets each poster send one post at a time until stopped. */
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
  // The function that stops it gets the error; until then an unhandled rejection would end the process.
  finished.catch(() => {});
  return {
    count: () => posts,
    async stop(): Promise<void> {
      goes = false;
      await finished;
    },
  };
}
