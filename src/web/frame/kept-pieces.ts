import { createLru } from '#platform/caches.ts';
import { Html } from '#platform/html.ts';

/** A piece with the record that it shows. */
interface KeptPiece {
  readonly record: object;
  readonly piece: Html;
}

const kept = createLru<KeptPiece>({
  max: 10_000,
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ piece }) => piece.toBytes().length,
});

/**
 * What `show` makes of a record, kept as long as that is the very same. `key` says all else that goes into the piece.
 * Records that are sent to many are frozen (`cacheJson`); of any other nothing is kept, since nobody meets it again.
 */
export function keepPiece(key: string, record: object, show: () => Html): Html {
  if (!Object.isFrozen(record)) return show();
  const known = kept.get(key);
  if (known?.record === record) return known.piece;
  const piece = Html.keep(show());
  kept.set(key, { record, piece });
  return piece;
}
