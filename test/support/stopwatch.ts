const tickMilliseconds = 10;
/** A tick that comes later than this was held up by others on the machine, who keep the processor from everybody. */
const maxTickMilliseconds = 1.5 * tickMilliseconds;

/** Milliseconds that have passed since the beginning. */
export type Stopwatch = () => number;

/**
 * Measures what another process takes, as it would on a machine that has nothing else to do: where others keep the
 * machine busy, that is seen by this process too, which has nothing to do but wait.
 */
export function startStopwatch(): Stopwatch {
  let [passed, last] = [0, performance.now()];
  const look = (): number => {
    const now = performance.now();
    passed += Math.min(now - last, maxTickMilliseconds);
    last = now;
    return passed;
  };
  setInterval(look, tickMilliseconds).unref();
  return look;
}

/** What comes of work in this process, and its milliseconds: by the clock, or by the processor where others keep that busy. */
export async function measure<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ result: Result; milliseconds: number }> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const passed = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { result, milliseconds: Math.min(passed, (user + system) / 1000) };
}
