import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { followTree, type ProcessTree } from './process-tree.ts';

/** How a test file or another command ended. */
export interface Outcome {
  readonly result: 'passed' | 'failed' | 'used too much CPU' | 'ran out of time';
  /** The first test that failed, or the last line of the output. */
  readonly reason: string;
  readonly milliseconds: number;
}

/** Limits for a command, including its descendants. */
export interface Limits {
  readonly cpuMilliseconds: number;
  /** The limit excludes the time spent waiting for a processor, so that a busy machine doesn't cause a timeout. */
  readonly milliseconds: number;
}

interface Options {
  readonly folder: string;
  readonly limits: Limits;
  readonly environment?: Record<string, string>;
  /** Whether to go on after the first failure. */
  readonly toTheEnd?: boolean;
}

const millisecondsBetweenPolls = 1000;

/** Runs a single test file; kills it and its descendants at the first failure. */
export const runTest = (file: string, options: Options): Promise<Outcome> =>
  runCommand(['build/node24.mjs', '--test-reporter=tap', file], options);

/** Runs a script of the project with this Node. */
export function runCommand(words: readonly string[], options: Options): Promise<Outcome> {
  const { folder, limits, environment = {}, toTheEnd = false } = options;
  const start = performance.now();
  // The test runs in a separate process group, so that its child processes end with it.
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid === undefined) throw new Error(`${process.execPath} can't be started`);
  const tree = followTree(child.pid);
  runningTrees.add(tree);
  let result: Outcome['result'] | undefined;
  let reason = '';
  const end = (as: Outcome['result']) => {
    result ??= as;
    tree.end();
  };
  const timer = setInterval(() => {
    const { cpuMilliseconds, waitedMilliseconds } = tree.measure();
    if (cpuMilliseconds > limits.cpuMilliseconds) end('used too much CPU');
    else if (performance.now() - start - waitedMilliseconds > limits.milliseconds) end('ran out of time');
  }, millisecondsBetweenPolls);
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      if (result !== undefined) return;
      if (!reason.startsWith('not ok')) reason = line.trim() || reason;
      if (/^\s*not ok /.test(line) && !toTheEnd) end('failed');
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(timer);
      end(code === 0 ? 'passed' : 'failed');
      runningTrees.delete(tree);
      resolve({ result: result ?? 'failed', reason, milliseconds: performance.now() - start });
    });
  });
}

const runningTrees = new Set<ProcessTree>();

/** Kills everything that this module has started. */
export function killAll(): void {
  for (const tree of runningTrees) tree.end();
}
