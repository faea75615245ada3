import { type Access, isForAnybody } from './access.ts';

/** So many at once, and when they are used up as many again, evenly, within that many seconds. */
export interface Allowance {
  readonly max: number;
  readonly seconds: number;
}

/**
 * How often something may be done; more is 429 (core rule 125). Anyone who is logged in is counted by family, since one
 * person may have several accounts. Others are counted by address: a whole ship may share one, so that allowance is for
 * a crowd.
 */
export interface RateLimit {
  /** What is counted, in the plural: "Too many pictures." */
  readonly what: string;
  readonly perFamily?: Allowance;
  readonly perAddress?: Allowance;
}

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Every call that takes pictures counts those that it carries. */
export const picturesUploaded: RateLimit = { what: 'pictures', perFamily: { max: 200, seconds: hour } };

/** Every socket counts its openings: each may ask for all that was missed. */
export const socketsOpened: RateLimit = { what: 'sockets', perFamily: { max: 200, seconds: 10 * minute } };

/** Throws when callers whom the access word lets in would not be counted. */
export function assertCountsAll(path: string, access: Access, limit: RateLimit): void {
  const counted = isForAnybody(access) ? limit.perAddress : limit.perFamily;
  if (!counted) throw new Error(`${path}: the limit of ${limit.what} does not count everybody who may call`);
}
