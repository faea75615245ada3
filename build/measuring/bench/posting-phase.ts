import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '../../running/service-process.ts';
import type { Account } from './api.ts';
import { readCpuMilliseconds } from './cpu-time.ts';
import { createLightClient, type LightClient } from './light-client.ts';
import { createGroup } from './live.ts';
import { probe } from './load.ts';
import type { Neighbour } from './neighbours.ts';

/** A service and what is in it. */
export interface Box {
  readonly service: ServiceProcess;
  readonly accounts: readonly Account[];
  readonly folder: string;
}

/** A box with someone to post in it. */
export interface Target extends Box {
  readonly chats: readonly string[];
  readonly posters: readonly LightClient[];
  readonly readers: readonly LightClient[];
}

/** What posting and reading came to in one phase. */
export interface Phase {
  readonly postsPerSecond: number;
  /** Of each call, in milliseconds. */
  readonly whoamiTimes: readonly number[];
  /** Processor time of the box for each post, with all that happened beside. */
  readonly boxMilliseconds: number;
  /** Processor time of the spare, or who is in for it, as a part of the time that passed. */
  readonly neighbourShare: number;
}

const phaseMilliseconds = 500;
/** Posting begins so long before it is counted: by then the spare has its first posts. */
const leadMilliseconds = 100;
const postersAtOnce = 16;
const readersAtOnce = 4;

/** Makes those who post and read in a box. */
export async function prepareTarget(box: Box): Promise<Target> {
  const { service, accounts } = box;
  const posters = accounts.slice(0, postersAtOnce);
  const others = accounts.slice(-2);
  const chats = await Promise.all(posters.map((poster) => createGroup(service.url, [poster, ...others])));
  const createClients = (length: number) => Array.from({ length }, () => createLightClient(service.url));
  return { ...box, chats, posters: createClients(postersAtOnce), readers: createClients(readersAtOnce) };
}

/** Ends the connections of who posted and read. */
export function closeTarget({ posters, readers }: Target): void {
  for (const client of [...posters, ...readers]) client.close();
}

/** Lets all post and read for a moment, while the neighbour works next to the box. */
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
  const readings = readers.map((reader) => probe(() => reader.send(first, 'GET', '/api/v3/user/whoami')));
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

/** Lets each poster send one post after the other until told to stop. */
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
  // Who stops it hears of a failure; unheard until then it would end the process.
  finished.catch(() => {});
  return {
    count: () => posts,
    async stop(): Promise<void> {
      goes = false;
      await finished;
    },
  };
}
