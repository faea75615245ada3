import { createLru } from '#platform/caches.ts';
import { Html } from '#platform/html.ts';

const kept = createLru<Html>({
  max: 10_000,
  maxSize: 8 * 1024 * 1024,
  // An empty piece has no bytes, and the cache takes no size of 0.
  sizeCalculation: (piece) => Math.max(1, piece.toBytes().length),
});

/** Numbers of records: the very same has the same one, and no other ever gets it. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** The number of a record; undefined for one that nobody meets again, or that may change. */
function getNumber(record: object): number | undefined {
  const known = numbers.get(record);
  if (known !== undefined || !Object.isFrozen(record)) return known;
  lastNumber += 1;
  numbers.set(record, lastNumber);
  return lastNumber;
}

/**
 * What `show` makes of records, kept as long as those are the very same. `key` begins with what is shown, and says all else
 * that goes into the piece: whose it is too, where others would not be shown the same. Records that are sent to many are
 * frozen (`cacheJson`); of any other nothing is kept.
 */
export function keepPiece(key: string, records: readonly object[], show: () => Html): Html {
  let name = '';
  for (const record of records) {
    const number = getNumber(record);
    if (number === undefined) return show();
    name += `${number} `;
  }
  name += key;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const piece = Html.keep(show());
  kept.set(name, piece);
  return piece;
}
