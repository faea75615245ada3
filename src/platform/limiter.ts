/** Too many are waiting already; the caller should come again later. */
export class LimiterFull extends Error {
  constructor(what: string) {
    super(`Too many ${what} are waiting.`);
    this.name = 'GateFull';
  }
}

/** Lets only a few pieces of work run at once, in order of arrival. */
export interface Limiter {
  /** Runs `work` when it is its turn. Throws LimiterFull when `mostWaiting` others wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many pieces of work are not running yet. */
  waiting(): number;
}

/** How many may run and wait; `mostRunning` is asked anew whenever somebody enters or leaves, and counts as 1 at least. */
export interface LimiterOptions {
  readonly maxRunning: () => number;
  readonly maxWaiting: number;
}

export function createLimiter(what: string, { maxRunning, maxWaiting }: LimiterOptions): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  const hasRoom = () => running < Math.max(1, maxRunning());

  function letIn(): void {
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
        letIn();
      }
    },
    waiting: () => waiting.length,
  };
}
