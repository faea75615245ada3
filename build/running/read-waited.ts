import { readFileSync } from 'node:fs';

/** Returns how many milliseconds a process's main thread has waited for a processor; undefined if the system doesn't say. */
export function readWaitedMilliseconds(pid: number): number | undefined {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
