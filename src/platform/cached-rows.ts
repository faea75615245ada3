/** Rows that are held in memory all together: loaded whole when first asked for, and then each one when it has changed. */
export interface CachedRows<Row> {
  /** What there is now; the same object as long as nothing changes. */
  get(): Rows<Row>;
  /** The row with this id, where it is known to be up to date; never loads anything. */
  peek(id: string): Row | undefined;
  /** The row with this id is new, changed or gone. */
  invalidate(id: string): void;
}

/** All rows of a moment, to be looked at before anything changes. */
export interface Rows<Row> {
  readonly byID: ReadonlyMap<string, Row>;
  /** What has come, changed or gone since an earlier moment, each as it was then; undefined when that is too long ago. */
  changedSince(before: Rows<Row>): Changes<Row> | undefined;
}

/** By id; undefined for what was not there. */
export type Changes<Row> = ReadonlyMap<string, Row | undefined>;

/**
 * `load` gives all rows, or those there are of these ids. No more than `maxChanges` are remembered, with the old rows:
 * whoever looks less often works everything out anew.
 */
export function cacheRows<Row>(
  load: (ids?: readonly string[]) => Iterable<readonly [string, Row]>,
  { maxChanges }: { readonly maxChanges: number },
): CachedRows<Row> {
  const byID = new Map<string, Row>();
  const changed = new Set<string>();
  let rows: Rows<Row> | undefined;
  /** In their order, without the first ones, which are forgotten. */
  const changes: (readonly [string, Row | undefined])[] = [];
  let forgotten = 0;
  /** How many changes had been made at a moment. */
  const positions = new WeakMap<Rows<Row>, number>();

  function replaceChanged(): void {
    const ids = [...changed];
    changed.clear();
    for (const id of ids) {
      changes.push([id, byID.get(id)]);
      byID.delete(id);
    }
    for (const [id, row] of load(ids)) byID.set(id, row);
    if (changes.length > maxChanges) forgotten += changes.splice(0, changes.length - Math.floor(maxChanges / 2)).length;
  }

  function changedSince(before: Rows<Row>): Changes<Row> | undefined {
    const position = positions.get(before) ?? -1;
    // The first change of a row tells how it was before all of them.
    return position < forgotten ? undefined : new Map(changes.slice(position - forgotten).reverse());
  }

  return {
    get() {
      if (rows && changed.size === 0) return rows;
      if (rows) replaceChanged();
      else for (const [id, row] of load()) byID.set(id, row);
      changed.clear();
      rows = { byID, changedSince };
      positions.set(rows, forgotten + changes.length);
      return rows;
    },
    peek: (id) => (changed.has(id) ? undefined : byID.get(id)),
    invalidate: (id) => void changed.add(id),
  };
}
