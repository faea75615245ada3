import { createHash } from 'node:crypto';

/** Random choices, reproducible from a seed. */
export interface Random {
  /** At least 0 and below 1. */
  fraction(): number;
  /** At least 0 and below `limit`. */
  below(limit: number): number;
  /** True once in `times` on average. */
  onceIn(times: number): boolean;
  /** Returns one item; throws when there is none. */
  oneOf<Item>(items: readonly Item[]): Item;
  /** Returns up to `count` distinct items. */
  pick<Item>(items: readonly Item[], count: number): Item[];
  /** Returns an id in the service's format. */
  uuid(): string;
}

/** The mulberry32 generator; `seed` is an integer. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(fraction() * limit);

  function oneOf<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to choose from');
    // The index is within the list, so the item exists.
    return items[below(items.length)] as Item;
  }

  function pick<Item>(items: readonly Item[], count: number): Item[] {
    if (count >= items.length) return [...items];
    const picked = new Set<number>();
    while (picked.size < count) picked.add(below(items.length));
    return [...picked].flatMap((index) => items.slice(index, index + 1));
  }

  function uuid(): string {
    const hex = (digits: number) => Math.floor(fraction() * 16 ** digits).toString(16);
    const part = (digits: number) => hex(digits).padStart(digits, '0');
    return `${part(8)}-${part(4)}-4${part(3)}-${oneOf(['8', '9', 'a', 'b'])}${part(3)}-${part(6)}${part(6)}`;
  }

  return { fraction, below, onceIn: (times) => fraction() * times < 1, oneOf, pick, uuid };
}

/** Derives a seed for each use, so that one use doesn't change the draws of another. */
export const deriveSeed = (seed: number, use: string): number =>
  createHash('sha256').update(`${seed} ${use}`).digest().readUInt32LE();
