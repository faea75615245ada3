import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the CPU time that a process has used so far, in milliseconds, across its threads. It's the cost of work no
 * matter how busy the machine is. Reads the scheduler's clock, since `ps` counts hundredths of a second, longer than
 * most calls take. Threads that have ended don't count, but the service's threads live as long as it does.
 */
export function readCpuMilliseconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, part) => sum + part, 0) / 1e6;
}
