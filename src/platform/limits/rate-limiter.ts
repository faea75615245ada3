import type { Allowance } from '#contract/rate-limit.ts';
import { createLru } from './caches.ts';

/**
 * Counts how often something is done by each of many. A bucket for each key: it is full of `max` at first, and fills
 * again evenly. Measured by the steady clock, which no correction of the time moves, and of bounded size: the key that
 * was used longest ago is forgotten first. Libraries made for this take the wall clock, and remember any number of keys
 * with a timer for each.
 */
export interface RateLimiter {
  /** Milliseconds until so many more may be counted under the key; 0 for now. */
  getWait(key: string, times?: number): number;
  /** Counts what need not wait. */
  count(key: string, times?: number): void;
  /** Forgets what was counted under the key, or under all. */
  forget(key?: string): void;
}

const defaultMaxKeys = 20_000;

export function createRateLimiter(
  { max, seconds }: Allowance,
  { now, maxKeys = defaultMaxKeys }: { now: () => number; maxKeys?: number },
): RateLimiter {
  const millisecondsToFill = seconds * 1000;
  const millisecondsPerUse = millisecondsToFill / max;
  /** When the bucket of a key will be full again; all that is known of it follows from that. */
  const fullAt = createLru<number>({ max: maxKeys });

  // What is more than the bucket ever holds waits until it is full.
  const computeFullAt = (key: string, times: number): number =>
    Math.max(fullAt.get(key) ?? 0, now()) + Math.min(times, max) * millisecondsPerUse;

  return {
    getWait(key, times = 1) {
      const wait = computeFullAt(key, times) - millisecondsToFill - now();
      // Sums of fractions are not exact.
      return wait < 1 ? 0 : wait;
    },
    count: (key, times = 1) => void fullAt.set(key, computeFullAt(key, times)),
    forget: (key) => void (key === undefined ? fullAt.clear() : fullAt.delete(key)),
  };
}
