import type { Context, WriteContext } from '#area/context.ts';
import type { Random } from '#crowd/random.ts';

/** Someone on the made-up sailing. */
export interface Person {
  readonly id: string;
  readonly username: string;
  /** The id of the primary account of their family, mostly their own. */
  readonly familyID: string;
}

/** The made-up sailing while it is filled, as one part of it sees it. */
export interface Sailing {
  /** For reading, and for verbs of the service; what writes has its own, see `make`. */
  readonly context: Context;
  /** The part's own: another part that draws more or less changes nothing here. */
  readonly random: Random;
  /** All passengers, the same in every part. */
  readonly people: readonly Person[];
  /** How many of something there are on this sailing, of which a whole one has so many; at least one. */
  count(onWholeSailing: number): number;
  /** The moment of the `index`-th of so many things that happen one after the other. */
  at(index: number, count: number): Date;
  /**
   * Makes so many things, one after the other, some thousands in each transaction, and tells how far it has come. While
   * one is made, the clock of its context shows the moment at which it happens.
   */
  make(what: string, count: number, makeOne: (context: WriteContext, index: number) => void): void;
}

/** What one area stores of the made-up sailing: it writes rows as the area itself would have left them. */
export interface SailingPart {
  readonly name: string;
  fill(sailing: Sailing): void;
}
