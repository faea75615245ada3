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
export interface NeighbourProcess {
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
  server: { readonly url: string; readonly folder: string },
  folder: string,
): Promise<NeighbourProcess> {
  await mkdir(folder);
  const code = (await run(program, ['spare', 'pair'], server.folder)).split('\n')[0] ?? '';
  const child = start(program, ['spare', 'run', server.url, code], folder);
  await waitForOutput(child, /copy of the database is complete/);
  return wrapProcess(child);
}

/** A process that is busy for a fraction of the time. The fraction can be changed. */
export interface SimulatedSpare extends NeighbourProcess {
  workFor(share: number): void;
}

/** Starts the process that simulates a spare's work; it writes to `file`. */
export function startSimulatedSpare(file: string): SimulatedSpare {
  const child = fork(join(import.meta.dirname, 'stand-in.ts'), [file]);
  return { ...wrapProcess(child), workFor: (share) => void child.send(share) };
}

function wrapProcess(child: ChildProcess): NeighbourProcess {
  const { pid } = child;
  if (pid === undefined) throw new Error('a process next to the server did not start');
  return {
    readCpuMilliseconds: () => listProcesses(pid).reduce((sum, id) => sum + readCpuMilliseconds(id), 0),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const idleCheckMilliseconds = 50;
const maxIdleCpuMilliseconds = 2;
const maxMillisecondsToIdle = 10_000;

/**
 * Waits until a process has finished its work, which would otherwise affect the other server. Throws if it doesn't
 * finish.
 */
export async function waitUntilIdle({ readCpuMilliseconds }: NeighbourProcess): Promise<void> {
  const end = performance.now() + maxMillisecondsToIdle;
  for (let before = Number.NEGATIVE_INFINITY, now = readCpuMilliseconds(); now - before > maxIdleCpuMilliseconds; ) {
    if (performance.now() > end) throw new Error(`the spare was still at work after ${maxMillisecondsToIdle} ms`);
    await delay(idleCheckMilliseconds);
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

function waitForOutput(child: ChildProcess, words: RegExp): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += text;
      if (words.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`the spare ended: ${output}`)));
  });
}
