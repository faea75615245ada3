import { readFileSync } from 'node:fs';

/** Of a clock that counts a hundred times a second, as on every Linux this runs on. */
const millisecondsPerTick = 10;

/**
 * Milliseconds of processor time that a process has used so far, in all its threads: what work costs, however busy the
 * machine is with other things.
 */
export function readCpuMilliseconds(pid: number): number {
  // The name of the program comes before, in brackets, and may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * millisecondsPerTick;
}
