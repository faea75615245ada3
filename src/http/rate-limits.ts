import type { Caller } from '#contract/access.ts';
import { tooMany } from '#contract/errors.ts';
import type { RateLimit } from '#contract/rate-limit.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';

/** The keys under which a request is counted. */
export interface Sender {
  /** The family of a caller who is logged in. */
  readonly familyID: string | undefined;
  /** Computed on access, which is rare. */
  readonly network: string;
}

export const identifySender = (caller: Caller | undefined, address: string): Sender =>
  new LazySender(caller?.familyID, address);

/**
 * A class, because an object literal with a getter costs several times as much to create, and every call creates one.
 */
class LazySender implements Sender {
  readonly familyID: string | undefined;
  readonly #address: string;

  constructor(familyID: string | undefined, address: string) {
    this.familyID = familyID;
    this.#address = address;
  }

  get network(): string {
    return getNetwork(this.#address);
  }
}

/** Counts requests against their declared limits. */
export interface RateLimits {
  /** Counts this many more. If that exceeds the limit, counts nothing and throws 429 with the time to wait. */
  count(limit: RateLimit, sender: Sender, times?: number): void;
  /** Throws like `count`, and counts nothing. */
  assertRoom(limit: RateLimit, sender: Sender): void;
}

interface Limiters {
  readonly families: RateLimiter | undefined;
  readonly networks: RateLimiter | undefined;
}

/** `now` is the steady clock, in milliseconds. */
export function createRateLimits(now: () => number): RateLimits {
  const limitersByLimit = new Map<RateLimit, Limiters>();

  function getLimiters(limit: RateLimit): Limiters {
    const existing = limitersByLimit.get(limit);
    if (existing) return existing;
    const { perFamily, perAddress } = limit;
    const limiters = {
      families: perFamily && createRateLimiter(perFamily, { now }),
      networks: perAddress && createRateLimiter(perAddress, { now }),
    };
    limitersByLimit.set(limit, limiters);
    return limiters;
  }

  /** Throws if this many more would exceed the limit; returns a function that counts them. */
  function check(limit: RateLimit, sender: Sender, times: number): () => void {
    const { families, networks } = getLimiters(limit);
    const { familyID } = sender;
    const limiter = familyID === undefined ? networks : (families ?? networks);
    if (!limiter) return () => {};
    const key = familyID !== undefined && limiter === families ? familyID : sender.network;
    const wait = limiter.getWait(key, times);
    if (wait > 0) throw tooMany(`Too many ${limit.what} in a short time: please try again later.`, wait);
    return () => limiter.count(key, times);
  }

  return {
    count: (limit, sender, times = 1) => check(limit, sender, times)(),
    assertRoom: (limit, sender) => void check(limit, sender, 1),
  };
}
