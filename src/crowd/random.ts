import { createHash } from 'node:crypto';

/** Random choices that are the same again for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  fraction(): number;
  /** At least 0 and below `limit`. */
  below(limit: number): number;
  /** True once in so many times. */
  onceIn(times: number): boolean;
  /** One of them; throws when there is none. */
  oneOf<Item>(items: readonly Item[]): Item;
  /** So many different ones of them, or all when there are not more. */
  pick<Item>(items: readonly Item[], count: number): Item[];
  /** An id as the service makes them. */
  uuid(): string;
}

/** The generator known as mulberry32; `seed` is a whole number. */
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
    // The index is within the list, so what is there is an item.
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

/** A seed of its own for each use of another seed, so that one use does not change what another one draws. */
export const deriveSeed = (seed: number, use: string): number =>
  createHash('sha256').update(`${seed} ${use}`).digest().readUInt32LE();
