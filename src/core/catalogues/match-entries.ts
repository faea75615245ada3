/** By what a thing is known again from file to file. */
export interface Named {
  readonly name: string;
  /** By which it is known when its name has changed. */
  readonly otherName?: string | undefined;
}

/** Counts things of the same name as they come: 1 for the first of a name, 2 for the next. */
export function createNumbering(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return number;
  };
}

/** Things stored, of each name in the order of their numbers. */
interface StoredThings<Stored> {
  readonly present: readonly Stored[];
  /** What has left the library, and may come back. */
  readonly departed: readonly Stored[];
}

/**
 * Finds for each entry of a file the stored thing that it is, undefined for one that is new: of those with the same name
 * the n-th is the n-th, and what is left is known by its other name (decision 67). What is in the library comes before
 * what has left it.
 */
export function matchEntries<Stored extends Named, Entry extends Named>(
  { present, departed }: StoredThings<Stored>,
  entries: readonly Entry[],
): (Stored | undefined)[] {
  const found = new Map<Entry, Stored>();
  for (const things of [present, departed]) {
    matchBy(things, entries, found, ({ name }) => name);
    matchBy(things, entries, found, ({ otherName }) => otherName);
  }
  return entries.map((entry) => found.get(entry));
}

/** Adds to `found` what has the same name, of those that are not in it yet. */
function matchBy<Stored extends Named, Entry extends Named>(
  things: readonly Stored[],
  entries: readonly Entry[],
  found: Map<Entry, Stored>,
  nameOf: (thing: Named) => string | undefined,
): void {
  const taken = new Set(found.values());
  // In reverse: taking the first of a long list again and again would copy the rest each time.
  const waiting = Map.groupBy(things.filter((thing) => !taken.has(thing)).toReversed(), nameOf);
  for (const entry of entries) {
    const name = nameOf(entry);
    const thing = found.has(entry) || name === undefined ? undefined : waiting.get(name)?.pop();
    if (thing) found.set(entry, thing);
  }
}
