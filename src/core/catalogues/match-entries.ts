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

/**
 * Finds for each entry of a file the stored thing that it is, undefined for one that is new: of those with the same name
 * the n-th is the n-th, and what is left is known by its other name (decision 67). Stored things of one name are given in
 * the order of their numbers, and those in the library before those that have left it.
 */
export function matchEntries<Stored extends Named, Entry extends Named>(
  stored: readonly Stored[],
  entries: readonly Entry[],
): (Stored | undefined)[] {
  const byName = matchBy(stored, entries, ({ name }) => name);
  const matched = new Set(byName);
  const others = stored.filter((thing) => !matched.has(thing));
  const unknown = entries.filter((_, index) => byName[index] === undefined);
  const byOtherName = matchBy(others, unknown, ({ otherName }) => otherName);
  const renamed = new Map(unknown.map((entry, index) => [entry, byOtherName[index]]));
  return entries.map((entry, index) => byName[index] ?? renamed.get(entry));
}

function matchBy<Stored extends Named, Entry extends Named>(
  stored: readonly Stored[],
  entries: readonly Entry[],
  nameOf: (thing: Named) => string | undefined,
): (Stored | undefined)[] {
  const waiting = Map.groupBy(stored, nameOf);
  return entries.map((entry) => {
    const name = nameOf(entry);
    return name === undefined ? undefined : waiting.get(name)?.shift();
  });
}
