import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSettings } from '#platform/machine/executable.ts';
import { nodeOptions } from '../../build/project.ts';
import { type BundledProgram, bundleOnce } from './bundled-program.ts';
import { timeoutMilliseconds } from './patience.ts';
import { startStopwatch } from './stopwatch.ts';

/** How a command ended, and what it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly environment?: Record<string, string>;
  /** What the command reads from standard input; without it there is nothing to read. */
  readonly input?: string;
  /** Words of another program that starts this one in its own place. */
  readonly within?: readonly string[];
  /** The program itself, where it isn't built from the sources as they are now. */
  readonly program?: BundledProgram;
}

/** A service in a process of its own. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Resolves once this has been printed. */
  says(words: RegExp): Promise<void>;
  /** Sends a signal; gives how the service ended and how long that took, or would have on a machine that is not busy. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; milliseconds: number }>;
  /** Signals without waiting. */
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** A folder as the crew has it: the program is called in it, and its data lies below it. */
export interface Ship {
  readonly folder: string;
  readonly data: string;
  /** Writes a file into the folder; gives its path. */
  file(name: string, content: string | Uint8Array): string;
  /** Runs one command to its end. */
  run(words: readonly string[], options?: Options): Promise<Outcome>;
  /** Starts the service on a free port and waits until it says that it is ready. */
  serve(words?: readonly string[], options?: Options): Promise<RunningService>;
  /** Starts a long-running command and waits until it prints this; `url` is the first group's match. */
  runUntil(words: readonly string[], saying: RegExp, options?: Options): Promise<RunningService>;
  /** Ends what still runs, and removes the folder. */
  close(): void;
}

const bundled: BundledProgram = await bundleOnce();
const { NODE_V8_COVERAGE } = process.env;
/** What commands run counts as run by the test. */
const coverage = NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {};

/**
 * A new ship in a temporary folder, calling the program as someone in a shell does: with all that `build/node24.mjs` would
 * set, and without the time that it takes to find out.
 */
export function openShip(environment: Record<string, string> = {}): Ship {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-ship-'));
  const data = join(folder, 'data');
  const running = new Set<ChildProcess>();
  const usual = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ...processSettings,
    VAPOR_ENV: 'testing',
    DATA_DIR: data,
    PORT: '0',
    // Tests go on however full the machine's disk is.
    LOW_DISK_MB: '0',
    NODE_COMPILE_CACHE: bundled.compileCache,
    ...coverage,
    ...environment,
  };

  function start(words: readonly string[], options: Options): ChildProcess {
    const { file: main } = options.program ?? bundled;
    const program = [process.execPath, ...nodeOptions, main];
    const [file = process.execPath, ...rest] = [...(options.within ?? []), ...program, ...words];
    const child = spawn(file, rest, {
      cwd: folder,
      env: { ...usual, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    // A command that ends early does not read its input; that is no failure of the test.
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
    return child;
  }

  async function run(words: readonly string[], options: Options = {}): Promise<Outcome> {
    const child = start(words, options);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    // A command that never ends, such as a service that shouldn't have started, fails only its own test.
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
    const [code] = await once(child, 'close');
    clearTimeout(late);
    return { code, stdout: stdout(), stderr: stderr() };
  }

  const serve = (words: readonly string[] = ['serve'], options: Options = {}): Promise<RunningService> =>
    runUntil(words, /ready at (https?:\/\/[^\s"]+)/, options);

  async function runUntil(words: readonly string[], saying: RegExp, options: Options = {}): Promise<RunningService> {
    const child = start(words, options);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const output = () => `${stdout()}${stderr()}`;
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    const says = (words: RegExp) => printed(child, ended, words, output).then(() => {});
    const [, url = ''] = await printed(child, ended, saying, output);
    return {
      url,
      pid: child.pid ?? 0,
      output,
      says,
      ended,
      signal: (signal) => void child.kill(signal),
      async end(signal) {
        const stopwatch = startStopwatch(child.pid ?? 0);
        child.kill(signal);
        return { ...(await ended), milliseconds: stopwatch() };
      },
    };
  }

  return {
    folder,
    data,
    run,
    serve,
    runUntil,
    close() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
    file(name, content) {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: string[] = [];
  stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return () => chunks.join('');
}

/** What matched in the output; rejects with all of it when the process ends before, or is silent for too long. */
async function printed(
  child: ChildProcess,
  ended: Promise<unknown>,
  words: RegExp,
  output: () => string,
): Promise<RegExpExecArray> {
  const failed = ended.then(() => Promise.reject(new Error(`ended without saying ${words}:\n${output()}`)));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`still not saying ${words}:\n${output()}`)), timeoutMilliseconds).unref();
  });
  const found = new Promise<RegExpExecArray>((resolve) => {
    const look = () => {
      const match = words.exec(output());
      if (match) resolve(match);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    look();
  });
  return Promise.race([found, failed, late]);
}
