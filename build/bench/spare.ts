import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../project.ts';
import type { ServiceProcess } from '../service-process.ts';
import { type Account, bearerHeader, expectSuccess } from './api.ts';
import { report } from './figures.ts';
import { createGroup, post } from './live.ts';
import { median, probe } from './load.ts';

/** How the program is called, up to the words that name its command. */
export interface Program {
  readonly file: string;
  readonly words: readonly string[];
}

const rounds = 5;
const phaseMilliseconds = 3_000;
const postersAtOnce = 16;

/** What posting and reading came to in one phase. */
interface Phase {
  readonly postsPerSecond: number;
  readonly whoamiMilliseconds: number;
}

/**
 * What a spare that follows costs the box: posting and reading with it and without it, in turns. Both machines share the
 * processor of this one, so that what the spare does by itself counts against the box.
 */
export async function measureSpare(
  program: Program,
  service: ServiceProcess,
  accounts: readonly Account[],
  dataFolder: string,
): Promise<void> {
  const spareFolder = await mkdtemp(join(await findOtherDisk(), 'gangway-bench-spare-'));
  const posters = accounts.slice(0, postersAtOnce);
  const chats = await Promise.all(posters.map((poster) => createGroup(service.url, [poster, ...accounts.slice(-2)])));
  const code = (await run(program, ['spare', 'pair'], dataFolder)).split('\n')[0] ?? '';
  const follow = async (): Promise<ChildProcess> => {
    const child = start(program, ['spare', 'run', service.url, code], spareFolder);
    await says(child, /following http/);
    await waitUntilCaughtUp(program, dataFolder, service);
    return child;
  };
  try {
    const [alone, followed]: [Phase[], Phase[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measurePhase(service, posters, chats));
      const spare = await follow();
      followed.push(await measurePhase(service, posters, chats));
      spare.kill('SIGTERM');
      await once(spare, 'exit');
    }
    reportCost(alone, followed);
  } finally {
    await rm(spareFolder, { recursive: true, force: true });
  }
}

function reportCost(alone: readonly Phase[], followed: readonly Phase[]): void {
  const ratio = (read: (phase: Phase) => number) =>
    median(followed.map((phase, round) => read(phase) / read(alone[round] ?? phase)));
  for (const [name, phases] of [
    ['alone', alone],
    ['followed', followed],
  ] as const) {
    const posts = median(phases.map(({ postsPerSecond }) => postsPerSecond)).toFixed(0);
    const whoami = median(phases.map(({ whoamiMilliseconds }) => whoamiMilliseconds)).toFixed(1);
    say(`       ${name}: ${posts} posts/s, p99 of whoami ${whoami} ms`);
  }
  report({
    what: 'posting with a spare attached, to without',
    value: ratio(({ postsPerSecond }) => postsPerSecond),
    unit: 'x',
    min: 0.9,
  });
  report({
    what: 'p99 of whoami with a spare attached, to without',
    value: ratio(({ whoamiMilliseconds }) => whoamiMilliseconds),
    unit: 'x',
    max: 1.3,
  });
}

async function measurePhase(
  { url }: ServiceProcess,
  posters: readonly Account[],
  chats: readonly string[],
): Promise<Phase> {
  const headers = { authorization: bearerHeader(posters[0] ?? { token: '' }) };
  const readers = Array.from({ length: 4 }, () =>
    probe(async () => (await expectSuccess(`${url}/api/v3/user/whoami`, { headers })).arrayBuffer()),
  );
  const end = performance.now() + phaseMilliseconds;
  let posts = 0;
  const postOften = async (poster: Account, index: number): Promise<void> => {
    while (performance.now() < end) {
      await post(url, chats[index] ?? '', poster, `message ${posts}`);
      posts += 1;
    }
  };
  await Promise.all(posters.map(postOften));
  const times = (await Promise.all(readers.map((stop) => stop()))).flat().sort((one, other) => one - other);
  return {
    postsPerSecond: (posts * 1000) / phaseMilliseconds,
    whoamiMilliseconds: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

/** The disk of the spare is not that of the box: memory, where there is a folder for it. */
const findOtherDisk = (): Promise<string> =>
  access('/dev/shm', constants.W_OK).then(
    () => '/dev/shm',
    () => tmpdir(),
  );

/** The box says itself how far its spare is. */
async function waitUntilCaughtUp(program: Program, dataFolder: string, { url }: ServiceProcess): Promise<void> {
  const environment = { PORT: new URL(url).port };
  for (;;) {
    const status = await run(program, ['spare', 'status'], dataFolder, environment).catch(String);
    if (/\b0 bytes, /.test(status) && !/missing|compared/.test(status)) return;
  }
}

function start({ file, words }: Program, command: readonly string[], dataFolder: string, more = {}): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataFolder,
    VAPOR_ENV: 'bench',
    PORT: '0',
    hostname: '127.0.0.1',
  };
  return spawn(file, [...words, ...command], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function run(program: Program, command: readonly string[], dataFolder: string, more = {}): Promise<string> {
  const child = start(program, command, dataFolder, more);
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
