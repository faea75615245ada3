/** Random choices that are the same again for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  fraction(): number;
  /** At least 0 and below `limit`. */
  below(limit: number): number;
  /** One of them; throws when there is none. */
  oneOf<Item>(items: readonly Item[]): Item;
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

  return { fraction, below, oneOf };
}
