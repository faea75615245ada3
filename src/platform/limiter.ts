/** Too many are waiting already; the caller should come again later. */
export class LimiterFull extends Error {
  constructor(what: string) {
    super(`Too many ${what} are waiting.`);
    this.name = 'LimiterFull';
  }
}

/** Lets only a few pieces of work run at once, in order of arrival. */
export interface Limiter {
  /** Runs `work` when it is its turn. Throws LimiterFull when `maxWaiting` others wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many pieces of work are not running yet. */
  waiting(): number;
}

/** How many may run and wait; `maxRunning` is asked anew whenever somebody enters or leaves, and counts as 1 at least. */
export interface LimiterOptions {
  readonly maxRunning: () => number;
  readonly maxWaiting: number;
}

export function createLimiter(what: string, { maxRunning, maxWaiting }: LimiterOptions): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  const hasRoom = () => running < Math.max(1, maxRunning());

  function startNext(): void {
    while (waiting.length > 0 && hasRoom()) {
      running += 1;
      waiting.shift()?.();
    }
  }

  async function enter(): Promise<void> {
    if (waiting.length === 0 && hasRoom()) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new LimiterFull(what);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    waiting: () => waiting.length,
  };
}

/** A limiter for each key, made when needed and forgotten when nothing runs or waits. */
export interface KeyedLimiter {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedLimiter(
  what: string,
  bounds: { maxRunning: (key: string) => number; maxWaiting: number },
): KeyedLimiter {
  const limiters = new Map<string, { limiter: Limiter; calls: number }>();
  return {
    async run(key, work) {
      const entry = limiters.get(key) ?? {
        limiter: createLimiter(what, { ...bounds, maxRunning: () => bounds.maxRunning(key) }),
        calls: 0,
      };
      limiters.set(key, entry);
      entry.calls += 1;
      try {
        return await entry.limiter.run(work);
      } finally {
        entry.calls -= 1;
        if (entry.calls === 0) limiters.delete(key);
      }
    },
  };
}
