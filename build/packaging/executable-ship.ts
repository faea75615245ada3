import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectFolder } from '../project.ts';
import { type ServiceProcess, startService } from '../running/service-process.ts';
import { findTarget, locateExecutable } from './targets.ts';

/** An executable, and the command of the program that runs it if this system can't, such as an emulator. */
export interface Machine {
  readonly executable: string;
  readonly runner: readonly string[];
}

const createMachine = (executable: string, runner = ''): Machine => ({
  executable,
  runner: runner.split(' ').filter(Boolean),
});

const { EXECUTABLE, RUNNER, OTHER, OTHER_RUNNER, SLOWNESS } = process.env;
/** The executable under test. */
const tested = createMachine(process.argv[2] ?? EXECUTABLE ?? locateExecutable(findTarget(undefined)), RUNNER);
/** The two machines of a pair, as server and spare. */
export const pairs: readonly (readonly [server: Machine, spare: Machine])[] = pairWith(
  OTHER === undefined ? undefined : createMachine(OTHER, OTHER_RUNNER),
);

function pairWith(other: Machine | undefined): (readonly [Machine, Machine])[] {
  if (!other) return [[tested, tested]];
  return [
    [tested, other],
    [other, tested],
  ];
}

const runsOnWindows = ({ executable }: Machine): boolean => extname(executable) === '.exe';
/** Whether the executable under test is for Windows. */
export const isForWindows: boolean = runsOnWindows(tested);

export const password = 'a password of the test';
const environment = {
  PATH: '/nonexistent',
  VAPOR_ENV: 'production',
  hostname: '127.0.0.1',
  ADMIN_PASSWORD: password,
};
/** The licences are the longest output of any command. */
const maxBuffer = 16 * 1024 * 1024;
const maxAttempts = 3;
const typicalMilliseconds = 300;

/** How much slower than a typical machine this one runs the executable; time limits are multiplied by this. */
export const slowness: number = Number(SLOWNESS ?? (await measureSlowness()));
export const maxMillisecondsToReady: number = 1500 * slowness;

/** Takes the fastest of a few starts, since the machine may be busy during one of them. */
async function measureSlowness(): Promise<number> {
  const starts = [];
  for (const machine of new Set(pairs.flat())) starts.push(await onShip(undefined, measureStart, machine));
  return Math.max(1, ...starts.map((milliseconds) => milliseconds / typicalMilliseconds));
}

async function measureStart(ship: Ship): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const start = performance.now();
    await ship.run(['version']);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

export type Ship = ReturnType<typeof createShip>;

/** A temporary folder that contains the executable and the sample files, and belongs to the user. */
export function createShip(user: number | undefined, machine = tested) {
  const { executable, runner } = machine;
  /** Wine turns SIGINT into Ctrl+C; SIGTERM would kill a Windows program immediately, as on Windows. */
  const stopSignal = runsOnWindows(machine) ? 'SIGINT' : 'SIGTERM';
  const root = mkdtempSync(join(tmpdir(), 'gangway-executable-'));
  const folder = join(root, 'ship');
  const data = join(folder, 'data');
  const file = join(root, `gangway${extname(executable)}`);
  const [program = file, ...before] = [...runner, file];
  const environmentHere = { ...environment, DATA_DIR: data };
  const identity = user === undefined ? {} : { uid: user, gid: user };
  chmodSync(root, 0o755);
  copyFileSync(executable, file);
  mkdirSync(folder);
  cpSync(join(projectFolder, 'assets', 'samples'), folder, { recursive: true });
  if (user !== undefined) chownSync(folder, user, user);

  /** Starts a command that runs until it is stopped. */
  const start = (...words: string[]): Promise<ServiceProcess> =>
    startService(program, [...before, ...words], { folder, environment: environmentHere, user, slowness, stopSignal });

  /** Runs a command and returns its output. Throws if its exit code isn't 0. */
  async function run(words: string[], further: Record<string, string> = {}): Promise<string> {
    const env = { ...environmentHere, ...further };
    const options = { cwd: folder, env, maxBuffer, ...identity };
    return (await promisify(execFile)(program, [...before, ...words], options)).stdout;
  }

  return {
    folder,
    data,
    givenFiles: readdirSync(folder),
    start,
    run,
    /** Starts the service on a new data folder, and again if the machine was busy at that moment. */
    async startQuickly(): Promise<ServiceProcess> {
      for (let attempt = 1; ; attempt += 1) {
        const service = await start('serve');
        if (service.readyMilliseconds < maxMillisecondsToReady || attempt === maxAttempts) return service;
        await service.stop();
        rmSync(data, { recursive: true });
      }
    },
    /** Follows the server at `url` until this machine is promoted. */
    follow(url: string, code: string): SpareProcess {
      const options = { cwd: folder, env: environmentHere, ...identity };
      const child = spawn(program, [...before, 'spare', 'run', url], {
        ...options,
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin.end(`${code}\n`);
      return {
        ended: once(child, 'exit').then(([code]) => code),
        waitUntilCurrent: () => waitUntilCurrent(child, () => run(['spare', 'status'])),
        end: () => void child.kill('SIGKILL'),
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A process that follows a server. */
export interface SpareProcess {
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | null>;
  /** Resolves once the copy has everything that the server has stored so far. */
  waitUntilCurrent(): Promise<void>;
  end(): void;
}

async function waitUntilCurrent(follower: ChildProcess, readStatus: () => Promise<string>): Promise<void> {
  const now = Date.now();
  // The command fails while something is wrong.
  const read = () => readStatus().catch(({ stdout }: { stdout?: string }) => stdout ?? '');
  const status = await readUntilExpected(read, (text) => {
    assert.equal(follower.exitCode, null, 'the follower has ended');
    const [, storedAt = ''] = /stored at (\S+)/.exec(text) ?? [];
    return Date.parse(storedAt) > now && /files +complete/.test(text);
  });
  assert.match(status, /files +complete/);
}

const maxMillisecondsUntilExpected = 20_000;

/** Reads until the result is as expected, or the time is up. Returns the last result. */
export async function readUntilExpected<Result>(
  read: () => Promise<Result>,
  isExpected: (result: Result) => boolean,
): Promise<Result> {
  const deadline = performance.now() + maxMillisecondsUntilExpected * slowness;
  for (;;) {
    const result = await read();
    if (isExpected(result) || performance.now() > deadline) return result;
    await delay(50);
  }
}

/** Runs `work` on its own ship. */
export async function onShip<Result>(
  user: number | undefined,
  work: (ship: Ship) => Promise<Result>,
  machine = tested,
): Promise<Result> {
  const ship = createShip(user, machine);
  try {
    return await work(ship);
  } finally {
    ship.remove();
  }
}
