import { setTimeout as delay } from 'node:timers/promises';
import type { Allowance } from '#contract/rate-limit.ts';
import { createRateLimiter } from '#platform/limits/rate-limiter.ts';

/** How many errors an address gets at once, and how much later it gets the others. */
export interface ErrorPace {
  readonly atOnce: Allowance;
  readonly delayMilliseconds: number;
}

export const defaultErrorPace: ErrorPace = { atOnce: { max: 60, seconds: 20 }, delayMilliseconds: 500 };

/**
 * Delays errors to addresses that get many (core rule 130a). A program that waits for each response before it tries again
 * is slowed to two attempts a second by each connection: without this, passengers' calls take a third longer under siege
 * (p95 320 instead of 244 ms). Others at the address notice little, because whatever succeeds is never delayed.
 */
export interface ErrorDelay {
  /** Counts an error to this address; returns when it may be sent, undefined for at once. */
  count(network: string): Promise<void> | undefined;
}

/** Each keeps its request in memory; further errors are sent at once. */
const maxDelayed = 2_000;

/** `now` is the steady clock, in milliseconds. */
export function createErrorDelay(
  now: () => number,
  { atOnce, delayMilliseconds }: ErrorPace = defaultErrorPace,
): ErrorDelay {
  const errors = createRateLimiter(atOnce, { now });
  let delayed = 0;

  async function wait(): Promise<void> {
    delayed += 1;
    await delay(delayMilliseconds);
    delayed -= 1;
  }

  return {
    count(network) {
      if (errors.getWait(network) === 0) errors.count(network);
      else if (delayed < maxDelayed) return wait();
      return undefined;
    },
  };
}
