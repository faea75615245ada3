import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

/** A service that runs in its own process. */
export interface ServiceProcess {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process to the first successful health call. */
  readonly readyMilliseconds: number;
  /** Asks the service to stop and returns its exit code. Throws if that takes longer than 5 s. */
  stop(): Promise<number | null>;
  /** Kills the service (SIGKILL) with its child processes. */
  kill(): Promise<void>;
}

export interface ProcessOptions {
  /** Current folder of the process. */
  readonly folder: string;
  /** All environment variables of the process except the port. */
  readonly environment: Record<string, string>;
  /** User and group id of the process. */
  readonly user?: number | undefined;
  /** Factor by which this machine is slower than usual. */
  readonly slowness?: number;
  /** The signal to stop it, SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
}

const maxMillisecondsToStart = 30_000;
const maxMillisecondsToStop = 5_000;

/** Starts a service on a free port and waits until it is healthy; throws with its output if it ends or never is. */
export async function startService(file: string, words: string[], options: ProcessOptions): Promise<ServiceProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const { slowness = 1, stopSignal = 'SIGTERM' } = options;
  const service = launch(file, words, port, options);
  const output = collectOutput(service);
  try {
    await waitUntilHealthy(url, service, slowness);
  } catch (error) {
    endGroup(service);
    throw new Error(`${file} ${words.join(' ')}: ${error}\n${output.join('')}`);
  }
  return {
    pid: service.pid ?? 0,
    url,
    readyMilliseconds: performance.now() - start,
    stop: () => stop(service, stopSignal, maxMillisecondsToStop * slowness),
    kill: () => kill(service),
  };
}

function launch(file: string, words: string[], port: number, options: ProcessOptions): ChildProcess {
  const { folder, environment, user } = options;
  const identity = user === undefined ? {} : { uid: user, gid: user };
  const env = { ...environment, PORT: String(port) };
  // The service runs in a separate process group, so that its child processes can be killed with it.
  return spawn(file, words, { cwd: folder, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}

function collectOutput(service: ChildProcess): string[] {
  const output: string[] = [];
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)));
  return output;
}

/** Kills the process and the rest of its group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

async function waitUntilHealthy(url: string, service: ChildProcess, slowness: number): Promise<void> {
  const deadline = performance.now() + maxMillisecondsToStart * slowness;
  while (performance.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`ended with exit code ${service.exitCode}`);
    if (await isHealthy(url, Math.ceil(1000 * slowness))) return;
    await delay(10);
  }
  throw new Error('not healthy in time');
}

async function isHealthy(url: string, milliseconds: number): Promise<boolean> {
  // A fraction would throw here; caught below, that would look like a service that never gets healthy.
  const signal = AbortSignal.timeout(Math.ceil(milliseconds));
  try {
    const response = await fetch(`${url}/api/v3/client/health`, { signal });
    return response.ok;
  } catch {
    return false;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function kill(service: ChildProcess): Promise<void> {
  if (hasEnded(service)) return;
  const ended = once(service, 'exit');
  endGroup(service);
  await ended;
}

async function stop(service: ChildProcess, signal: NodeJS.Signals, maxMilliseconds: number): Promise<number | null> {
  if (hasEnded(service)) return service.exitCode;
  const ended = once(service, 'exit');
  service.kill(signal);
  const timeout = delay(maxMilliseconds, 'late' as const, { ref: false });
  const outcome = await Promise.race([ended, timeout]);
  endGroup(service);
  if (outcome === 'late') throw new Error(`still running ${maxMilliseconds} ms after ${signal}`);
  return service.exitCode;
}
