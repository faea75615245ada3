import { availableParallelism, loadavg } from 'node:os';

const usual = 30_000;
const most = 4;

/** Returns the milliseconds after which something awaited has failed: more on a machine that has much else to do. */
export function getPatience(): number {
  const [load = 0] = loadavg();
  return usual * Math.min(most, Math.max(1, load / availableParallelism()));
}
