import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { answerInTime } from '../driver.ts';

/** A running program. */
export interface Program {
  /** What the first capture group of `isReady` matched. */
  readonly printed: string;
  stop(): Promise<void>;
}

interface ProgramOptions {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /**
   * The program is ready once its output on standard error or file descriptor 3 matches this; immediately by default.
   */
  readonly isReady?: RegExp;
}

const groups = new Set<number>();
/** Kills all programs however the tests end. */
process.on('exit', () => {
  for (const group of groups) killGroup(group);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a program and waits until it's ready. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(options.command, options.arguments, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Doesn't pass on our whole environment: Chromium's npm package adds font settings to it that break other browsers.
    env: { PATH, HOME, TMPDIR, ...options.environment },
    // In its own process group, so that everything it starts can be stopped too.
    detached: true,
  });
  if (child.pid !== undefined) groups.add(child.pid);
  const stop = () => stopGroup(child);
  try {
    return { printed: await answerInTime(options.command, readUntil(child, options)), stop };
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
  if (child.pid === undefined) return;
  const exited = child.exitCode === null && child.signalCode === null && once(child, 'exit');
  // Even if the program has ended: the browser of a crashed driver holds our pipes open, so the tests would never end.
  killGroup(child.pid);
  groups.delete(child.pid);
  await exited;
}

function killGroup(group: number): void {
  try {
    // A hung program ignores SIGTERM.
    process.kill(-group, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
