import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSettings } from '#platform/machine/executable.ts';
import { nodeOptions } from '../../build/project.ts';
import { type BundledProgram, bundleOnce } from './bundled-program.ts';
import { runCommand } from './commands.ts';
import { startStopwatch } from './stopwatch.ts';
import { timeoutMilliseconds } from './timeout.ts';

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly environment?: Record<string, string>;
  /** Standard input of the command; empty by default. */
  readonly input?: string;
  /** Command line of another program that starts this one. */
  readonly within?: readonly string[];
  /** The program, if it isn't built from the current sources. */
  readonly program?: BundledProgram;
  /** Whether the command gets a process of its own, as from a shell, rather than one that runs command after command. */
  readonly ownProcess?: boolean;
}

/** A service in a separate process. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** The output so far. */
  output(): string;
  /** Resolves once the service has printed this. */
  says(words: RegExp): Promise<void>;
  /** Sends a signal; returns how the service ended, and how long that took or would have taken on an idle machine. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; milliseconds: number }>;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** A folder as the crew has it: commands run in it, and the data is below it. */
export interface Ship {
  readonly folder: string;
  readonly data: string;
  /** Writes a file into the folder; returns its path. */
  file(name: string, content: string | Uint8Array): string;
  /** Runs a command and waits until it ends. */
  run(words: readonly string[], options?: Options): Promise<Outcome>;
  /** Starts the service on a free port and waits until it reports that it is ready. */
  serve(words?: readonly string[], options?: Options): Promise<RunningService>;
  /** Starts a long-running command and waits until it prints this; `url` is the match of the first group. */
  runUntil(words: readonly string[], saying: RegExp, options?: Options): Promise<RunningService>;
  /** Ends everything that is still running, and removes the folder. */
  close(): void;
}

const bundledProgram: BundledProgram = await bundleOnce();
const { NODE_V8_COVERAGE } = process.env;
/** Code that commands run counts as covered by the test. */
const coverageVariables: Record<string, string> = NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {};

/**
 * Creates a ship in a temporary folder. Commands run as from a shell, with everything that `build/node24.mjs` would
 * set, but without the time it takes to determine that.
 */
export function openShip(environment: Record<string, string> = {}): Ship {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-ship-'));
  const data = join(folder, 'data');
  const running = new Set<ChildProcess>();
  const usual: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ...processSettings,
    VAPOR_ENV: 'testing',
    DATA_DIR: data,
    PORT: '0',
    // Tests continue however full the machine's disk is.
    LOW_DISK_MB: '0',
    NODE_COMPILE_CACHE: bundledProgram.compileCache,
    ...coverageVariables,
    ...environment,
  };

  function start(words: readonly string[], options: Options): ChildProcess {
    const { file: main } = options.program ?? bundledProgram;
    const program = [process.execPath, ...nodeOptions, main];
    const [file = process.execPath, ...rest] = [...(options.within ?? []), ...program, ...words];
    const child = spawn(file, rest, {
      cwd: folder,
      env: { ...usual, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    // A command that ends early doesn't read its input; that isn't a failure of the test.
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
    return child;
  }

  function run(words: readonly string[], options: Options = {}): Promise<Outcome> {
    const environment = { ...usual, ...options.environment };
    if (needsOwnProcess(words, environment, options)) return runInOwnProcess(words, options);
    return runCommand({ program: bundledProgram.file, folder, environment, words, input: options.input ?? '' });
  }

  async function runInOwnProcess(words: readonly string[], options: Options): Promise<Outcome> {
    const child = start(words, options);
    const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
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
    const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
    const output = () => `${stdout()}${stderr()}`;
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    const says = (words: RegExp) => waitForOutput(child, ended, words, output).then(() => {});
    const [, url = ''] = await waitForOutput(child, ended, saying, output);
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

/** A service holds its folder until its process ends. */
const serviceCommands: readonly unknown[] = ['serve', 'promote', 'spare'];

/** Whether a command can't share a process with others. */
function needsOwnProcess(
  [command]: readonly string[],
  { NODE_EXTRA_CA_CERTS: isReadAtStart }: Record<string, string>,
  { within, program, ownProcess = false }: Options,
): boolean {
  return Boolean(within || program || ownProcess || isReadAtStart) || serviceCommands.includes(command);
}

function collectOutput(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: string[] = [];
  stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return () => chunks.join('');
}

/** Resolves with the match in the output; rejects with all of the output if the process ends before, or times out. */
async function waitForOutput(
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
