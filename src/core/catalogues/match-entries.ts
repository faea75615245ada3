/** The names that identify an entry across files. */
export interface NamedEntry {
  readonly name: string;
  /** A second name, which matches the entry if its first one has changed. */
  readonly otherName?: string | undefined;
}

/** Creates a counter that numbers things of the same name: 1 for the first one, 2 for the next. */
export function createNumbering(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return number;
  };
}

/** Stored things; those with the same name are sorted by number. */
interface StoredEntries<Stored> {
  readonly present: readonly Stored[];
  /** Things that have left the library and may come back. */
  readonly departed: readonly Stored[];
}

/**
 * Finds the stored thing for each entry of a file; undefined if it's new. The n-th entry of a name matches the n-th
 * thing with it, and the rest is matched by the other name (decision 67). Things in the library take precedence over
 * those that have left it.
 */
export function matchEntries<Stored extends NamedEntry, Entry extends NamedEntry>(
  { present, departed }: StoredEntries<Stored>,
  entries: readonly Entry[],
): (Stored | undefined)[] {
  const found = new Map<Entry, Stored>();
  for (const things of [present, departed]) {
    matchByName(things, entries, found, ({ name }) => name);
    matchByName(things, entries, found, ({ otherName }) => otherName);
  }
  return entries.map((entry) => found.get(entry));
}

/** Adds matches by name to `found`, for things and entries without one. */
function matchByName<Stored extends NamedEntry, Entry extends NamedEntry>(
  things: readonly Stored[],
  entries: readonly Entry[],
  found: Map<Entry, Stored>,
  nameOf: (thing: NamedEntry) => string | undefined,
): void {
  const taken = new Set(found.values());
  // Reversed, because taking from the front of a long list repeatedly would copy the rest each time.
  const waiting = Map.groupBy(things.filter((thing) => !taken.has(thing)).toReversed(), nameOf);
  for (const entry of entries) {
    const name = nameOf(entry);
    const thing = found.has(entry) || name === undefined ? undefined : waiting.get(name)?.pop();
    if (thing) found.set(entry, thing);
  }
}
