import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canPin, leaveCoreToService, moveToServiceCore, useAllCores } from '../load/one-core.ts';
import { say } from '../project.ts';
import type { ServiceProcess } from '../service-process.ts';
import { type Account, bearerHeader, expectSuccess, logIn } from './api.ts';
import { readCpuMilliseconds } from './cpu-time.ts';
import { report } from './figures.ts';
import { createLightClient, type LightClient } from './light-client.ts';
import { createGroup } from './live.ts';
import { median, probe } from './load.ts';

/** How the program is called, up to the words that name its command. */
export interface Program {
  readonly file: string;
  readonly words: readonly string[];
}

/** A service and what is in it. */
export interface Box {
  readonly service: ServiceProcess;
  readonly accounts: readonly Account[];
  readonly folder: string;
}

const rounds = 8;
const phaseMilliseconds = 3_000;
const postersAtOnce = 16;
const readersAtOnce = 4;

/** What posting and reading came to in one phase. */
interface Phase {
  readonly postsPerSecond: number;
  /** Of each call, in milliseconds. */
  readonly whoamiTimes: readonly number[];
  /** Processor time of the box for each post, with all that happened beside. */
  readonly boxMilliseconds: number;
}

/** One phase on each box. */
interface Comparison {
  readonly alone: Phase;
  readonly followed: Phase;
}

/** A box with somebody to post in it. */
interface Target extends Box {
  readonly chats: readonly string[];
  readonly posters: readonly LightClient[];
  readonly readers: readonly LightClient[];
}

/**
 * What a spare that follows costs the box: posting and reading on a box that is followed and on one that is not, in turns.
 * Each box has a core for itself; the spare, which is another machine in life, shares the other one with the passengers.
 * Where processes cannot be tied to a core all share what there is, and the work of the spare counts against its box.
 */
export async function measureSpare(program: Program, boxes: { alone: Box; followed: Box }): Promise<void> {
  const spareFolder = await mkdtemp(join(await findOtherDisk(), 'gangway-bench-spare-'));
  const isPinned = canPin();
  if (isPinned) {
    leaveCoreToService();
    for (const { service } of Object.values(boxes)) moveToServiceCore(service.pid);
  }
  say(`       ${isPinned ? 'the boxes on one core, spare and passengers on the others' : 'all on the same cores'}`);
  const alone = await prepareTarget(boxes.alone);
  const followed = await prepareTarget(boxes.followed);
  const spare = await startSpare(program, followed, spareFolder);
  try {
    const phases: Comparison[] = [];
    const lags: number[] = [];
    const { token } = await logIn(followed.service.url, 'admin');
    // The first one warms both up.
    for (let round = 0; round <= rounds; round += 1) {
      const phase = await measureInTurn(alone, followed, round % 2 === 0);
      lags.push(await readLag(followed.service, token));
      if (round > 0) phases.push(phase);
    }
    reportCost(phases);
    report({
      what: 'age of what the spare lacks when all post, at worst',
      value: Math.max(...lags),
      unit: 'ms',
      max: 2_000,
    });
  } finally {
    spare.kill('SIGTERM');
    await once(spare, 'exit');
    for (const { posters, readers } of [alone, followed]) for (const client of [...posters, ...readers]) client.close();
    await rm(spareFolder, { recursive: true, force: true });
    if (isPinned) useAllCores();
  }
}

async function prepareTarget(box: Box): Promise<Target> {
  const { service, accounts } = box;
  const posters = accounts.slice(0, postersAtOnce);
  const others = accounts.slice(-2);
  const chats = await Promise.all(posters.map((poster) => createGroup(service.url, [poster, ...others])));
  const createClients = (length: number) => Array.from({ length }, () => createLightClient(service.url));
  return { ...box, chats, posters: createClients(postersAtOnce), readers: createClients(readersAtOnce) };
}

async function startSpare(program: Program, { service, folder }: Box, spareFolder: string): Promise<ChildProcess> {
  const code = (await run(program, ['spare', 'pair'], folder)).split('\n')[0] ?? '';
  const child = start(program, ['spare', 'run', service.url, code], spareFolder);
  await says(child, /copy of the database is complete/);
  return child;
}

function reportCost(phases: readonly Comparison[]): void {
  const ratio = (read: (phase: Phase) => number) =>
    median(phases.map(({ alone, followed }) => read(followed) / read(alone)));
  for (const name of ['alone', 'followed'] as const) {
    const middle = (read: (phase: Phase) => number) => median(phases.map((phase) => read(phase[name])));
    const posts = middle(({ postsPerSecond }) => postsPerSecond).toFixed(0);
    const whoami = findP99(phases.map((phase) => phase[name])).toFixed(1);
    const box = middle(({ boxMilliseconds }) => boxMilliseconds).toFixed(3);
    say(`       ${name}: ${posts} posts/s, p99 of whoami ${whoami} ms, ${box} ms of processor for a post`);
  }
  report({
    what: 'posting with a spare attached, to without',
    value: ratio(({ postsPerSecond }) => postsPerSecond),
    unit: 'x',
    min: 0.9,
  });
  report({
    what: 'p99 of whoami with a spare attached, to without',
    value: findP99(phases.map(({ followed }) => followed)) / findP99(phases.map(({ alone }) => alone)),
    unit: 'x',
    max: 1.3,
  });
  report({
    what: 'processor time of the box with a spare attached, to without',
    value: ratio(({ boxMilliseconds }) => boxMilliseconds),
    unit: 'x',
  });
}

/** Of all phases together: in one of them it is a matter of a few calls. */
function findP99(phases: readonly Phase[]): number {
  const times = phases.flatMap(({ whoamiTimes }) => whoamiTimes).sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Who comes first alternates: what a phase leaves behind, such as writes under way to the disk, falls on the next. */
async function measureInTurn(alone: Target, followed: Target, aloneFirst: boolean): Promise<Comparison> {
  if (aloneFirst) return { alone: await measurePhase(alone), followed: await measurePhase(followed) };
  const phase = await measurePhase(followed);
  return { alone: await measurePhase(alone), followed: phase };
}

async function measurePhase({ service, accounts, chats, posters, readers }: Target): Promise<Phase> {
  const { pid } = service;
  const [first] = accounts;
  if (!first) throw new Error('no accounts were made');
  const cpuBefore = readCpuMilliseconds(pid);
  const readings = readers.map((reader) => probe(() => reader.send(first, 'GET', '/api/v3/user/whoami')));
  const end = performance.now() + phaseMilliseconds;
  let posts = 0;
  const postOften = async (poster: LightClient, index: number): Promise<void> => {
    const path = `/api/v3/fez/${chats[index]}/post`;
    while (performance.now() < end) {
      await poster.send(accounts[index] ?? first, 'POST', path, { text: `message ${posts}`, images: [] });
      posts += 1;
    }
  };
  await Promise.all(posters.map(postOften));
  const whoamiTimes = (await Promise.all(readings.map((stop) => stop()))).flat();
  return {
    postsPerSecond: (posts * 1000) / phaseMilliseconds,
    whoamiTimes,
    boxMilliseconds: (readCpuMilliseconds(pid) - cpuBefore) / posts,
  };
}

/** What the box says itself of how far its spare is behind, in milliseconds. */
async function readLag({ url }: ServiceProcess, admin: string): Promise<number> {
  const headers = { authorization: bearerHeader({ token: admin }) };
  const response = await expectSuccess(`${url}/api/v3/admin/box`, { headers });
  // The service's own response.
  const { spare } = (await response.json()) as { spare: { isAttached: boolean; lagMilliseconds?: number } };
  return spare.isAttached ? (spare.lagMilliseconds ?? Number.NaN) : Number.NaN;
}

/** The disk of the spare is not that of the box: memory, where there is a folder for it. */
const findOtherDisk = (): Promise<string> =>
  access('/dev/shm', constants.W_OK).then(
    () => '/dev/shm',
    () => tmpdir(),
  );

function start({ file, words }: Program, command: readonly string[], dataFolder: string): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataFolder,
    VAPOR_ENV: 'bench',
    PORT: '0',
    hostname: '127.0.0.1',
  };
  return spawn(file, [...words, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function run(program: Program, command: readonly string[], dataFolder: string): Promise<string> {
  const child = start(program, command, dataFolder);
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

function says(child: ChildProcess, words: RegExp): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += text;
      if (words.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`the spare ended: ${output}`)));
  });
}
