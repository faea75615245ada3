import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCpuMilliseconds } from './cpu-time.ts';
import { listProcesses } from './memory.ts';

/** Command line that starts the program, without the arguments that name a command. */
export interface Program {
  readonly file: string;
  readonly words: readonly string[];
}

/** A process that shares the machine with a measured server, on the core next to it. */
export interface Neighbour {
  /** CPU time that the process and its descendants have used so far. */
  readCpuMilliseconds(): number;
  end(): Promise<void>;
}

/**
 * Pairs a spare with the server whose data is in this folder, and starts it. Resolves once the spare has a complete
 * copy.
 */
export async function startSpare(
  program: Program,
  box: { readonly url: string; readonly folder: string },
  folder: string,
): Promise<Neighbour> {
  await mkdir(folder);
  const code = (await run(program, ['spare', 'pair'], box.folder)).split('\n')[0] ?? '';
  const child = start(program, ['spare', 'run', box.url, code], folder);
  await prints(child, /copy of the database is complete/);
  return asNeighbour(child);
}

/** A process that is busy for a fraction of the time. The fraction can be changed. */
export interface Substitute extends Neighbour {
  workFor(share: number): void;
}

/** Starts the process that simulates a spare's work; it writes to `file`. */
export function startSubstitute(file: string): Substitute {
  const child = fork(join(import.meta.dirname, 'stand-in.ts'), [file]);
  return { ...asNeighbour(child), workFor: (share) => void child.send(share) };
}

function asNeighbour(child: ChildProcess): Neighbour {
  const { pid } = child;
  if (pid === undefined) throw new Error('a neighbour of the box did not start');
  return {
    readCpuMilliseconds: () => listProcesses(pid).reduce((sum, id) => sum + readCpuMilliseconds(id), 0),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const restMilliseconds = 50;
const maxUseAtRest = 2;
const maxMillisecondsToRest = 10_000;

/**
 * Waits until a process has finished its work, which would otherwise affect the other server. Throws if it doesn't
 * finish.
 */
export async function waitUntilRests({ readCpuMilliseconds }: Neighbour): Promise<void> {
  const end = performance.now() + maxMillisecondsToRest;
  for (let before = Number.NEGATIVE_INFINITY, now = readCpuMilliseconds(); now - before > maxUseAtRest; ) {
    if (performance.now() > end) throw new Error(`the spare was still at work after ${maxMillisecondsToRest} ms`);
    await delay(restMilliseconds);
    before = now;
    now = readCpuMilliseconds();
  }
}

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

function prints(child: ChildProcess, words: RegExp): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += text;
      if (words.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`the spare ended: ${output}`)));
  });
}
