import type { ServerResponse } from 'node:http';
import type { Caller } from '#contract/access.ts';
import { tooMany } from '#contract/errors.ts';
import type { Allowance, RateLimit } from '#contract/rate-limit.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';

/** The keys under which a request is counted. */
export interface Sender {
  /** The family of a caller who is logged in. */
  readonly familyID: string | undefined;
  /** Computed on access, which is rare. */
  readonly network: string;
  /** The response whose headers say how much of a limit is left; undefined where none does. */
  readonly response: HeaderSink | undefined;
}

/** A response that isn't built yet. Headers set here are sent whatever it turns out to be. */
export type HeaderSink = Pick<ServerResponse, 'appendHeader'>;

export const identifySender = (caller: Caller | undefined, address: string, response?: HeaderSink): Sender =>
  new LazySender(caller?.familyID, address, response);

/**
 * A class, because an object literal with a getter costs several times as much to create, and every call creates one.
 */
class LazySender implements Sender {
  readonly familyID: string | undefined;
  readonly response: HeaderSink | undefined;
  readonly #address: string;

  constructor(familyID: string | undefined, address: string, response: HeaderSink | undefined) {
    this.familyID = familyID;
    this.response = response;
    this.#address = address;
  }

  get network(): string {
    return getNetwork(this.#address);
  }
}

/** Counts requests against their declared limits. */
export interface RateLimits {
  /**
   * Counts this many more, and adds what's left to the headers of the response. If that exceeds the limit, counts
   * nothing and throws 429 with the time to wait.
   */
  count(limit: RateLimit, sender: Sender, times?: number): void;
  /** Throws like `count`, and counts nothing. */
  assertRoom(limit: RateLimit, sender: Sender): void;
}

interface Limiter extends RateLimiter {
  readonly allowance: Allowance;
}

interface Limiters {
  readonly families: Limiter | undefined;
  readonly networks: Limiter | undefined;
}

/** `now` is the steady clock, in milliseconds. */
export function createRateLimits(now: () => number): RateLimits {
  const limitersByLimit = new Map<RateLimit, Limiters>();

  const createLimiter = (allowance: Allowance): Limiter => ({ allowance, ...createRateLimiter(allowance, { now }) });

  function getLimiters(limit: RateLimit): Limiters {
    const existing = limitersByLimit.get(limit);
    if (existing) return existing;
    const { perFamily, perAddress } = limit;
    const limiters = {
      families: perFamily && createLimiter(perFamily),
      networks: perAddress && createLimiter(perAddress),
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
    if (wait > 0) {
      const reason = `Too many ${limit.what} in a short time: please try again later.`;
      throw tooMany(reason, wait, buildLimitHeaders(limit, limiter, key));
    }
    return () => {
      limiter.count(key, times);
      if (!sender.response) return;
      for (const header of Object.entries(buildLimitHeaders(limit, limiter, key)))
        sender.response.appendHeader(...header);
    };
  }

  return {
    count: (limit, sender, times = 1) => check(limit, sender, times)(),
    assertRoom: (limit, sender) => void check(limit, sender, 1),
  };
}

/** The headers that say how much of a limit is left, as draft-ietf-httpapi-ratelimit-headers-11 has them. */
function buildLimitHeaders({ what }: RateLimit, limiter: Limiter, key: string) {
  const { allowance } = limiter;
  const { left, nextIn } = limiter.getLevel(key);
  return {
    ratelimit: `"${what}";r=${left};t=${Math.ceil(nextIn / 1000)}`,
    'ratelimit-policy': `"${what}";q=${allowance.max};w=${allowance.seconds}`,
  };
}
