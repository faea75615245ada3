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
  getLevel(key: string): BucketLevel;
  /** Counts without checking the limit. */
  count(key: string, times?: number): void;
  /** Resets the counter for `key`, or all counters. */
  forget(key?: string): void;
}

/** The level of a key's bucket. */
export interface BucketLevel {
  /** How many more may be counted now. */
  readonly left: number;
  /** Milliseconds until there is one more; 0 while the bucket is full. */
  readonly nextIn: number;
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
    getLevel(key) {
      const missing = Math.max(0, (fullAt.get(key) ?? 0) - now()) / millisecondsPerUse;
      // Sums of fractions aren't exact, so a missing millisecond doesn't count.
      const used = Math.max(0, Math.ceil(missing - 1 / millisecondsPerUse));
      const nextIn = used > 0 ? Math.round((missing - (used - 1)) * millisecondsPerUse) : 0;
      return { left: Math.max(0, max - used), nextIn };
    },
    count: (key, times = 1) => void fullAt.set(key, computeFullAt(key, times)),
    forget: (key) => void (key === undefined ? fullAt.clear() : fullAt.delete(key)),
  };
}
