import { availableParallelism, loadavg } from 'node:os';

const defaultMilliseconds = 30_000;
const maxFactor = 4;

/** Returns the timeout for waiting, in milliseconds: longer if the machine is busy. */
export function getTimeout(): number {
  const [load = 0] = loadavg();
  return defaultMilliseconds * Math.min(maxFactor, Math.max(1, load / availableParallelism()));
}
