import type { Context, WriteContext } from '#area/context.ts';
import type { Random } from '#crowd/random.ts';

/** A person on the made-up sailing. */
export interface Person {
  readonly id: string;
  readonly username: string;
  /** The id of the primary account of their family, usually their own. */
  readonly familyID: string;
}

/** One part's view of the made-up sailing while it is being filled. */
export interface Sailing {
  /** For reading, and for functions of the service; writes have their own context, see `make`. */
  readonly context: Context;
  /** Each part has its own: if another part draws more or less, nothing changes here. */
  readonly random: Random;
  /** All passengers, the same in every part. */
  readonly people: readonly Person[];
  /** Scales a count of a whole sailing to this one; at least one. */
  count(onWholeSailing: number): number;
  /** Like `count`, for posts, of which there may be more than that many people write. */
  countPosts(onWholeSailing: number): number;
  /** Returns when item `index` of a sequence of `count` items happens. */
  at(index: number, count: number): Date;
  /**
   * Makes `count` items in order, some thousands per transaction, and reports progress. While an item is made, the
   * clock of its context shows the time at which it happens.
   */
  make(what: string, count: number, makeOne: (context: WriteContext, index: number) => void): void;
}

/** One area's part of the made-up sailing: it writes rows as the area itself would have. */
export interface SailingPart {
  readonly name: string;
  fill(sailing: Sailing): void;
}
