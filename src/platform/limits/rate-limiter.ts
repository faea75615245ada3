import type { Allowance } from '#contract/rate-limit.ts';
import { createLru } from './caches.ts';

/**
 * Limits how often something is done, by key. Each key has a token bucket: it starts full, at `max`, and refills
 * evenly. It uses the steady clock, which no time correction affects, and is bounded: the least recently used key is
 * evicted first. Libraries for this use the wall clock, and keep any number of keys with a timer for each.
 */
export interface RateLimiter {
  /** Milliseconds until this many more may be counted under the key; 0 for now. */
  getWait(key: string, times?: number): number;
  /** Counts without checking the limit. */
  count(key: string, times?: number): void;
  /** Resets the counter for `key`, or all counters. */
  forget(key?: string): void;
}

const defaultMaxKeys = 20_000;

export function createRateLimiter(
  { max, seconds }: Allowance,
  { now, maxKeys = defaultMaxKeys }: { now: () => number; maxKeys?: number },
): RateLimiter {
  const millisecondsToFill = seconds * 1000;
  const millisecondsPerUse = millisecondsToFill / max;
  /** When a key's bucket will be full again, from which its level follows. */
  const fullAt = createLru<number>({ max: maxKeys });

  // A count above the bucket's capacity waits until it's full.
  const computeFullAt = (key: string, times: number): number =>
    Math.max(fullAt.get(key) ?? 0, now()) + Math.min(times, max) * millisecondsPerUse;

  return {
    getWait(key, times = 1) {
      const wait = computeFullAt(key, times) - millisecondsToFill - now();
      // Sums of fractions aren't exact.
      return wait < 1 ? 0 : wait;
    },
    count: (key, times = 1) => void fullAt.set(key, computeFullAt(key, times)),
    forget: (key) => void (key === undefined ? fullAt.clear() : fullAt.delete(key)),
  };
}
