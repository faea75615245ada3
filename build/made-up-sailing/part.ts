import type { Context, WriteContext } from '#area/context.ts';
import type { Random } from '#crowd/random.ts';

/** A person on the made-up sailing. */
export interface Person {
  readonly id: string;
  readonly username: string;
  /** Id of the family's primary account, usually this person's own. */
  readonly familyID: string;
}

/** What a part uses to fill its share of the made-up sailing. */
export interface Sailing {
  /** For reading, and for calling functions of the service. For writes, `make` passes its own context. */
  readonly context: Context;
  /** A separate generator per part, so a part's draws don't change the data of other parts. */
  readonly random: Random;
  /** All passengers, the same in every part. */
  readonly people: readonly Person[];
  /** Scales a count for a full sailing down to this one; returns at least 1. */
  count(onWholeSailing: number): number;
  /** Like `count`, but for posts, whose number has its own multiplier. */
  countPosts(onWholeSailing: number): number;
  /** Returns the time of item `index` in a sequence of `count` items. */
  at(index: number, count: number): Date;
  /**
   * Makes `count` items in order, thousands per transaction, and reports progress. The clock of each item's context
   * shows the time at which the item was made.
   */
  make(what: string, count: number, makeOne: (context: WriteContext, index: number) => void): void;
}

/** One area's part of the made-up sailing. It writes the same rows as the area itself would. */
export interface SailingPart {
  readonly name: string;
  fill(sailing: Sailing): void;
}
