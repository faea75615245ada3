import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How a test file or another command ended. */
export interface Outcome {
  readonly result: 'passed' | 'failed' | 'timed out';
  /** The first test that failed, or the last line of the output. */
  readonly reason: string;
  readonly milliseconds: number;
}

interface Options {
  readonly folder: string;
  readonly maxMilliseconds: number;
  readonly environment?: Record<string, string>;
  /** Whether to go on after the first failure. */
  readonly toTheEnd?: boolean;
}

/** Runs a test file alone; ends it at the first test that fails, with all that it started. */
export const runTest = (file: string, options: Options): Promise<Outcome> =>
  runCommand(['build/node24.mjs', '--test-reporter=tap', file], options);

/** Runs a script of the project with this Node. */
export function runCommand(words: readonly string[], options: Options): Promise<Outcome> {
  const { folder, maxMilliseconds, environment = {}, toTheEnd = false } = options;
  const start = performance.now();
  // A group of its own, so that what the test has started ends with it.
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) running.add(child.pid);
  let result: Outcome['result'] | undefined;
  let reason = '';
  const end = (as: Outcome['result']) => {
    result ??= as;
    endGroup(child.pid);
  };
  const timer = setTimeout(() => end('timed out'), maxMilliseconds);
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      if (result !== undefined) return;
      if (!reason.startsWith('not ok')) reason = line.trim() || reason;
      if (/^\s*not ok /.test(line) && !toTheEnd) end('failed');
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child.pid ?? 0);
      end(code === 0 ? 'passed' : 'failed');
      resolve({ result: result ?? 'failed', reason, milliseconds: performance.now() - start });
    });
  });
}

const running = new Set<number>();

/** Ends everything that runs. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
