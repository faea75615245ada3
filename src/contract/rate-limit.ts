import { type Access, admitsAnonymous } from './access.ts';

/** A token bucket: a burst of this size, refilled evenly over that many seconds. */
export interface Allowance {
  readonly max: number;
  readonly seconds: number;
}

/**
 * A rate limit; exceeding it is a 429 (core rule 125). Logged-in callers are counted by family, since one person may
 * have several accounts. Others are counted by address, which a whole ship may share, so that allowance is for a crowd.
 */
export interface RateLimit {
  /** What is counted, in the plural: "Too many pictures." */
  readonly what: string;
  readonly perFamily?: Allowance;
  readonly perAddress?: Allowance;
}

export const minuteSeconds = 60;
export const hour = 60 * minuteSeconds;
export const day = 24 * hour;

/** Every call that accepts pictures counts the ones it carries. */
export const pictureUploadLimit: RateLimit = { what: 'pictures', perFamily: { max: 200, seconds: hour } };

/** Every socket counts its openings, because each may request everything that was missed. */
export const socketOpeningLimit: RateLimit = { what: 'sockets', perFamily: { max: 200, seconds: 10 * minuteSeconds } };

/** Throws if callers that the access word admits wouldn't be counted. */
export function assertCountsAllCallers(path: string, access: Access, limit: RateLimit): void {
  const counted = admitsAnonymous(access) ? limit.perAddress : limit.perFamily;
  if (!counted) throw new Error(`${path}: the limit of ${limit.what} doesn't count all callers`);
}
