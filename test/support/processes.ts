import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listProcesses } from '../../build/measuring/bench/memory.ts';
import { timeoutMilliseconds } from './timeout.ts';

/** Lists the ids of the picture workers that a service, or a test, has started. */
export function listPictureWorkers(pid: number): number[] {
  return listProcesses(pid).filter((id) => readOfProcess(id, 'cmdline').includes('draw-pictures'));
}

/** Reads one of the system's files about a process; empty if the process has ended. */
export function readOfProcess(pid: number, file: 'cmdline' | 'environ' | 'limits' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the CPU time that a process and its child processes have used so far, in seconds. */
export function readProcessorSeconds(pid: number): number {
  const ticks = listProcesses(pid).map((id) => {
    const [, user = 0, system = 0] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readOfProcess(id, 'stat')) ?? [];
    return Number(user) + Number(system);
  });
  return ticks.reduce((sum, part) => sum + part, 0) / 100;
}

const isRunning = (pid: number): boolean => readOfProcess(pid, 'cmdline') !== '';

/** Waits until a condition about other processes holds; throws on timeout. */
export async function waitUntil(what: string, isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`still not so: ${what}`);
    await pause(10);
  }
}

export const waitUntilEnded = (pids: readonly number[]): Promise<void> =>
  waitUntil(`processes ${pids} have ended`, () => !pids.some(isRunning));
