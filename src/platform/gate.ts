/** Too many are waiting already; the caller should come again later. */
export class GateFull extends Error {
  constructor(what: string) {
    super(`too many ${what} are waiting`);
    this.name = 'GateFull';
  }
}

/** Lets only a few pieces of work run at once, in order of arrival. */
export interface Gate {
  /** Runs `work` when it is its turn. Throws GateFull when `mostWaiting` others wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createGate(what: string, bounds: { mostRunning: number; mostWaiting: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function enter(): Promise<void> {
    if (running < bounds.mostRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= bounds.mostWaiting) throw new GateFull(what);
    // The one who leaves hands over the place, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
