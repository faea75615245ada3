import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#crowd/random.ts';
import type { Outcome, RunningService, Ship } from '../../test/support/ship.ts';
import { applyEvents, type Disk } from './disk.ts';
import { type DiskEvent, type Recorded, readTraces } from './disk-events.ts';
import { traceInto } from './trace.ts';

/** Records the operations of programs on a ship's folder. */
export interface Recorder {
  /** Starts a service, or a command that runs until it prints this text; on another ship, if given. */
  serve(words?: readonly string[], saying?: RegExp, options?: RunOptions, by?: Ship): Promise<RunningService>;
  run(words: readonly string[]): Promise<Outcome>;
  /** Returns the operations on a folder, by default the ship's, once all programs have ended. */
  finish(folder?: string): Promise<Recorded>;
  close(): void;
}

export interface RunOptions {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  /** Which paths to record; all if not given. */
  readonly calls?: readonly string[];
}

/** Starts recording. */
export function startRecorder(ship: Ship): Recorder {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-trace-'));
  const files: string[] = [];

  function trace({ calls }: RunOptions = {}): { within: string[] } {
    const file = join(folder, `${files.length}.trace`);
    files.push(file);
    return { within: traceInto(file, calls) };
  }

  return {
    serve: (words = ['serve'], saying = /ready at (https?:\/\/[^\s"]+)/, options = {}, by = ship) =>
      by.runUntil(words, saying, { ...options, ...trace(options) }),
    run: (words) => ship.run(words, trace()),
    async finish(folder = ship.folder) {
      for (const file of files) await waitForEnd(file);
      return readTraces(files, folder);
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

const maxMillisecondsToEnd = 30_000;

/** The tracer writes the last lines after the traced program has ended, and child processes may run on for a while. */
async function waitForEnd(file: string): Promise<void> {
  const deadline = performance.now() + maxMillisecondsToEnd;
  const [thread = ''] = (await readPart(file, 0)).split(' ');
  const ended = new RegExp(`^${thread} .*\\+\\+\\+ (?:exited|killed)`, 'm');
  while (!ended.test(await readPart(file, -lastBytes))) {
    if (performance.now() > deadline) throw new Error(`${file} has no end`);
    await pause(50);
  }
}

const lastBytes = 8 * 1024 * 1024;

/** Reads up to 8 MiB from an offset, counted from the end if negative. */
async function readPart(file: string, place: number): Promise<string> {
  const opened = await open(file);
  try {
    const from = place < 0 ? Math.max(0, (await opened.stat()).size + place) : place;
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(lastBytes), 0, lastBytes, from);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await opened.close();
  }
}

/** The initial state of a disk, and its later history. */
export interface Recording extends Recorded {
  readonly disk: Disk;
  /** Moments of events; rare kinds are as likely as frequent ones. */
  chooseMoment(random: Random): number;
}

/** Builds a recording from the initial state of a disk. Chooses moments between `from` and `until`. */
export function buildRecording(
  before: Disk,
  folder: string,
  { events, answers }: Recorded,
  { from = 0, until = Number.POSITIVE_INFINITY }: { from?: number; until?: number | undefined } = {},
): Recording {
  applyEvents(before, folder, events);
  const isChosen = (moment: number) => moment >= from && moment <= until;
  const all = listMoments(events).filter(isChosen);
  const rare = listMoments(events.filter(({ path }) => !isFrequent.test(path))).filter(isChosen);
  return {
    disk: before,
    events,
    answers,
    chooseMoment(random) {
      const moments = random.onceIn(2) && rare.length > 0 ? rare : all;
      return moments[random.below(moments.length)] ?? 0;
    },
  };
}

/** The database changes a thousand times as often as everything else. */
const isFrequent = /gangway\.sqlite(?:-wal|-shm|-next)?$|\/service-state$|\/log\/|\.lock$|\/\.gangway-backup-/;

/** Chooses moments just before and just after each event. */
const listMoments = (events: readonly DiskEvent[]): number[] =>
  events.flatMap(({ begin, end }) => [begin, end - 1, end]);
