import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import * as v from 'valibot';
import { addressesFile, enforcesMemoryLimits, neededVariables, shell } from '../machine/operating-system.ts';
import { getOwnProgramArguments } from './own-program.ts';
import { toVariables, type WorkerLimits } from './worker-limits.ts';

/** The first message of a worker: it has loaded what it needs. */
export const readyMessage = 'ready';

/** A program that runs in worker processes. */
export interface WorkerProgram<Answer> {
  /** The command of this program that becomes a worker. */
  readonly command: string;
  /** Its purpose, in words that follow "a process for". */
  readonly what: string;
  readonly answer: v.GenericSchema<unknown, Answer>;
  /** It's killed once it has used this much CPU time, which is more reliable than wall-clock time on a busy machine. */
  readonly maxProcessorSeconds?: number;
  /** How much lower than the service's its priority is: other work goes first while the machine is busy. */
  readonly lowerPriorityBy?: number;
}

/** A task on its way to a worker. */
export interface WorkerMessage<Task> {
  readonly task: Task;
  /** The worker ends once the task has used this much CPU time. */
  readonly processorMilliseconds: number;
}

/** A worker ended before it answered: it crashed, was killed or timed out. */
export class WorkerLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WorkerLost';
  }
}

/**
 * A process that opens external files, separate from the service because that can fail in ways that no `catch` handles.
 */
export interface WorkerProcess<Task extends object, Answer> {
  /** What it may use for its tasks. */
  readonly memoryBytes: number;
  /**
   * Runs one task in the process; one at a time. Throws WorkerLost if the task uses more CPU time than
   * `processorMilliseconds`, which must not block the worker's main thread, or takes longer than `milliseconds` in
   * total.
   */
  ask(task: Task, milliseconds: number, processorMilliseconds?: number): Promise<Answer>;
  isRunning(): boolean;
  /** Ends the process at once. */
  end(): void;
}

/**
 * What a worker allocates in bytes before its first picture, with its threads' stacks and a margin, besides the address
 * space that V8 reserves for code.
 */
const baseMemoryBytes = 80_000_000;
/** A start takes a quarter of a second on an idle machine, and over 30 s on a busy one that emulates the processor. */
const maxMillisecondsToStart = 150_000;
const maxErrorLength = 2_000;

const environment = {
  UV_THREADPOOL_SIZE: '2',
  // Glibc returns memory to the system at once in pieces of a megabyte or more, and few arenas retain the rest.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // Large pictures stay in memory, where they're limited; libvips would put them into temporary files.
  VIPS_DISC_THRESHOLD: '1t',
};
// The limit covers all writable memory, whatever code allocates it: no decoder can bypass it. Only a shell can set it
// for a program. On other systems the worker watches itself, which notices allocations 10 ms late, so the system's
// limit is preferred. A crash must not leave a core dump of that memory.
const startWithLimits = 'ulimit -c 0 && ulimit -s 2048 && ulimit -d "$0" && ulimit -t "$1" && shift && exec "$@"';

/** Starts a worker with this memory limit for its tasks; throws its error output if it can't start. */
export async function startWorkerProcess<Task extends object, Answer>(
  { command, what, answer, maxProcessorSeconds, lowerPriorityBy }: WorkerProgram<Answer>,
  memoryBytes: number,
): Promise<WorkerProcess<Task, Answer>> {
  const limits = { memoryBytes, ...(maxProcessorSeconds !== undefined && { maxProcessorSeconds }) };
  const [file = '', ...words] = [...listShellWords(limits), ...getOwnProgramArguments(), command];
  const child = spawn(file, words, {
    cwd: '/',
    env: { ...environment, ...inheritVariables(), ...(enforcesMemoryLimits ? {} : toVariables(limits)) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  // Callers that wait for the process get this error too; unhandled it would end this one.
  child.on('error', () => {});
  // Linux has a priority for each thread, and the process has only one yet: the others inherit it.
  if (lowerPriorityBy !== undefined && child.pid !== undefined) setPriority(child.pid, getPriority() + lowerPriorityBy);
  await waitUntilReady(child, what);
  allowParentExit(child);
  return {
    memoryBytes,
    ask: async (task, milliseconds, processorMilliseconds = Number.POSITIVE_INFINITY) =>
      v.parse(answer, await ask(child, { task, processorMilliseconds }, milliseconds)),
    isRunning: () => isRunning(child),
    end: () => void child.kill('SIGKILL'),
  };
}

/**
 * Returns the arguments that make the shell set the limits before it starts the program; none if the worker watches
 * itself.
 */
function listShellWords({ memoryBytes, maxProcessorSeconds }: WorkerLimits): string[] {
  if (!enforcesMemoryLimits || shell === undefined) return [];
  const kibibytes = Math.ceil((memoryBytes + baseMemoryBytes + estimateReservedBytes()) / 1024);
  return [shell, '-c', startWithLimits, String(kibibytes), String(maxProcessorSeconds ?? 'unlimited')];
}

/** V8 reserves half a gigabyte of writable addresses, of which code fills little. */
function estimateReservedBytes(): number {
  const maps = readFileSync(addressesFile, 'latin1').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm);
  return [...maps].reduce(
    (sum, [, from = '', to = '']) => sum + Number.parseInt(to, 16) - Number.parseInt(from, 16),
    0,
  );
}

/** Where the executable has unpacked native libraries, where Node caches compiled code, and what the system needs. */
function inheritVariables(): Record<string, string> {
  const names = ['PKG_NATIVE_CACHE_PATH', 'NODE_COMPILE_CACHE', ...neededVariables];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

async function waitUntilReady(child: ChildProcess, what: string): Promise<void> {
  let complaint = '';
  // Read to its end, or the worker would block; later output of decoders is irrelevant.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-maxErrorLength);
  });
  try {
    const message = await receive(child, maxMillisecondsToStart);
    if (message !== readyMessage) throw new WorkerLost(`it began with ${String(message)}`);
  } catch (error) {
    child.kill('SIGKILL');
    if (!(error instanceof WorkerLost)) throw error;
    throw new Error(`A process for ${what} could not start: ${error.message}\n${complaint}`, { cause: error });
  }
}

const isRunning = ({ connected, exitCode, signalCode }: ChildProcess): boolean =>
  connected && exitCode === null && signalCode === null;

async function ask(child: ChildProcess, message: WorkerMessage<object>, milliseconds: number): Promise<unknown> {
  // Its end isn't reported again.
  if (!isRunning(child)) throw new WorkerLost('it has ended');
  child.ref();
  child.channel?.ref();
  try {
    const answer = receive(child, milliseconds);
    // A message that can't be sent gets no answer.
    child.send(message, () => {});
    return await answer;
  } finally {
    allowParentExit(child);
  }
}

/** An idle worker doesn't keep the process alive. */
function allowParentExit(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  // The pipe is a socket, despite its type.
  (child.stderr as Socket | null)?.unref();
}

/** Returns the next message. Throws WorkerLost if the process ends before or times out. */
async function receive(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const received = new AbortController();
  const signal = AbortSignal.any([received.signal, AbortSignal.timeout(milliseconds)]);
  const fail = () => {
    throw new WorkerLost(`it ended with ${child.signalCode ?? child.exitCode ?? 'no word'}`);
  };
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(fail),
      once(child, 'disconnect', { signal }).then(fail),
    ]);
    return message;
  } catch (error) {
    throw signal.aborted ? new WorkerLost(`it did not answer within ${milliseconds} ms`) : error;
  } finally {
    received.abort();
  }
}
