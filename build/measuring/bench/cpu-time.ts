import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time that a process has used so far, in all its threads: what work costs, however busy the
 * machine is with other things. By the scheduler's own clock, since that of `ps` counts hundredths of a second, longer
 * than most calls take. A thread that has ended counts no longer; those of a service last as long as it.
 */
export function readCpuMilliseconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((id) =>
    Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, part) => sum + part, 0) / 1e6;
}
