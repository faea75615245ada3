import { type Context, transact, type WriteContext } from '#area/context.ts';
import { createRandom, deriveSeed } from '#crowd/random.ts';
import { secondsSince } from '../project.ts';
import type { Person, Sailing, SailingPart } from './part.ts';
import { sailingParts } from './parts.ts';
import { makePeople } from './people.ts';

/** How large the made-up sailing is, and which one of its size. */
export interface SailingOptions {
  /** 1 is a whole sailing of 3,000 people at its end, 0.01 a hundredth of it. */
  readonly scale: number;
  /** A whole number: the same one makes the same sailing. */
  readonly seed?: number;
  /** Of every passenger; `password` when it is not said. */
  readonly password?: string;
  /** What is stored of it, in this order; all there is when it is not said. */
  readonly parts?: readonly SailingPart[];
  /** Is told now and then how far it has come. */
  readonly progress?: (line: string) => void;
}

export const defaultSeed = 7;

/** It begins on the first day of the bench's schedule, and has lasted for a week. */
const firstMoment = Date.UTC(2025, 2, 2, 20);
const milliseconds = 7 * 24 * 60 * 60 * 1000;

const at: Sailing['at'] = (index, count) => new Date(firstMoment + Math.floor((index / count) * milliseconds));

/**
 * Fills an instance that has been prepared for its first call with a made-up sailing, written straight into the tables.
 * The same seed and scale make the same rows, but for password hashes and for what the first start has made. Returns the
 * passengers.
 */
export async function fillSailing(
  context: Context,
  { scale, seed = defaultSeed, password = 'password', parts = sailingParts, progress = () => {} }: SailingOptions,
): Promise<readonly Person[]> {
  const openPart = (name: string) => ({
    context,
    random: createRandom(deriveSeed(seed, name)),
    count: (onWholeSailing: number) => Math.max(1, Math.round(onWholeSailing * scale)),
    at,
    make: createMaker(context, progress),
  });
  const people = await makePeople({ ...openPart('people'), people: [] }, password);
  for (const part of parts) {
    // What was written past the caches of the areas is wrong there.
    context.caches.invalidateAll();
    part.fill({ ...openPart(part.name), people });
  }
  context.db.sqlite.exec('ANALYZE');
  context.caches.invalidateAll();
  return people;
}

const perTransaction = 2000;
const millisecondsBetweenLines = 5000;

function createMaker(context: Context, progress: (line: string) => void): Sailing['make'] {
  return (what, count, makeOne) => {
    const started = performance.now();
    let told = started;
    for (let from = 0; from < count; from += perTransaction) {
      const until = Math.min(count, from + perTransaction);
      makeSome(context, { from, until, count }, makeOne);
      // Otherwise the log of what was written would grow as large as the whole.
      context.db.checkpoint();
      if (performance.now() - told < millisecondsBetweenLines) continue;
      told = performance.now();
      progress(`${format(until)} of ${format(count)} ${what}`);
    }
    progress(`${format(count)} ${what}, ${secondsSince(started)}`);
  };
}

const format = (count: number): string => count.toLocaleString('en');

function makeSome(
  instance: Context,
  { from, until, count }: { from: number; until: number; count: number },
  makeOne: (context: WriteContext, index: number) => void,
): void {
  let index = from;
  const clock = { ...instance.clock, now: () => at(index, count) };
  transact(instance, (context) => {
    const moved = { ...context, clock };
    for (; index < until; index += 1) makeOne(moved, index);
  });
}
