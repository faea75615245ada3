import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program that runs until it's stopped. */
export interface Program {
  /** What the first group of `isReady` found. */
  readonly printed: string;
  stop(): Promise<void>;
}

interface ProgramOptions {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** The program is ready once it has printed this on standard error or file descriptor 3; at once if not given. */
  readonly isReady?: RegExp;
}

const running = new Set<number>();
/** Nothing outlives the tests, however they end. */
process.on('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a program and waits until it's ready. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(options.command, options.arguments, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Not all of our own: Chromium's npm package names fonts of its own in it, which others can't use.
    env: { PATH, HOME, TMPDIR, ...options.environment },
    // With a process group of its own, so that everything it started can be stopped.
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once('exit', () => running.delete(pid));
  }
  const stop = () => stopGroup(child);
  try {
    return { printed: await readUntil(child, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readUntil(child: ChildProcess, { command, isReady }: ProgramOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    if (!isReady) child.once('spawn', () => resolve(''));
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${command} ended before it was ready: ${said}`)));
    for (const stream of [child.stderr, child.stdio[3] as Readable])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk;
        const found = isReady?.exec(said);
        if (found) resolve(found[1] ?? '');
      });
  });
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // What hangs doesn't end by a request.
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}
