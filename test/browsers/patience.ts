import { availableParallelism, loadavg } from 'node:os';

const usual = 30_000;
const most = 4;

/** Returns the timeout for waiting, in milliseconds: longer if the machine is busy. */
export function getPatience(): number {
  const [load = 0] = loadavg();
  return usual * Math.min(most, Math.max(1, load / availableParallelism()));
}
