/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from 0 up to and without `limit`. */
  below(limit: number): number;
  /** So many different items. */
  pick<Item>(items: readonly Item[], count: number): Item[];
  word(): string;
}

const words = 'bar deck bow stern pool stage buffet lounge shore chess lantern rail theatre library sundeck'.split(' ');

export function createRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    // Constants of a well-known linear congruential generator; its low bits are poor, so the high ones are taken.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    pick(items, count) {
      const picked = new Set<number>();
      while (picked.size < Math.min(count, items.length)) picked.add(below(items.length));
      return [...picked].flatMap((index) => items[index] ?? []);
    },
    word: () => words[below(words.length)] ?? '',
  };
}
