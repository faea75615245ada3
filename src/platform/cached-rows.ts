/** Rows that are held in memory all together: loaded whole when first asked for, and then each one when it has changed. */
export interface CachedRows<Row> {
  /** What there is now; the same object as long as nothing changes. */
  get(): Rows<Row>;
  /** The row with this id is new, changed or gone. */
  invalidate(id: string): void;
}

/** All rows of a moment, to be looked at before anything changes. */
export interface Rows<Row> {
  readonly byID: ReadonlyMap<string, Row>;
}

/** `load` gives all rows, or those there are of these ids. */
export function cacheRows<Row>(load: (ids?: readonly string[]) => Iterable<readonly [string, Row]>): CachedRows<Row> {
  const byID = new Map<string, Row>();
  const changed = new Set<string>();
  let rows: Rows<Row> | undefined;

  function replaceChanged(): void {
    const ids = [...changed];
    changed.clear();
    for (const id of ids) byID.delete(id);
    for (const [id, row] of load(ids)) byID.set(id, row);
  }

  return {
    get() {
      if (rows && changed.size === 0) return rows;
      if (rows) replaceChanged();
      else for (const [id, row] of load()) byID.set(id, row);
      changed.clear();
      rows = { byID };
      return rows;
    },
    invalidate: (id) => void changed.add(id),
  };
}
