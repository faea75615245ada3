import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the CPU time of a process so far in milliseconds, across its threads: the cost of work regardless of how busy
 * the machine is. Uses the scheduler's clock, since `ps` counts hundredths of a second, longer than most calls take.
 * Threads that have ended don't count; those of a service live as long as it does.
 */
export function readCpuMilliseconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, part) => sum + part, 0) / 1e6;
}
