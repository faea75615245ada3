import { readWaitedMilliseconds } from '../../build/running/read-waited.ts';

const tickMilliseconds = 10;
/** A tick that comes later than this was delayed by other processes on the machine. */
const maxTickMilliseconds = 1.5 * tickMilliseconds;

/** Returns the milliseconds since the beginning. */
export type Stopwatch = () => number;

/**
 * Measures how long another process takes, as it would on an idle machine: subtracts the time that it waited for a
 * processor, as counted by the system, and the time that this otherwise idle process waited.
 */
export function startStopwatch(pid: number): Stopwatch {
  let [passed, last, waited] = [0, performance.now(), readWaitedMilliseconds(pid) ?? 0];
  const look = (): number => {
    const [now, waitedNow] = [performance.now(), readWaitedMilliseconds(pid) ?? waited];
    passed += Math.max(0, Math.min(now - last, maxTickMilliseconds) - (waitedNow - waited));
    [last, waited] = [now, waitedNow];
    return passed;
  };
  setInterval(look, tickMilliseconds).unref();
  return look;
}

/** Runs work in this process; returns its result and milliseconds, by the clock or, on a busy machine, by CPU time. */
export async function measure<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ result: Result; milliseconds: number }> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const passed = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { result, milliseconds: Math.min(passed, (user + system) / 1000) };
}
