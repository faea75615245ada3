import { foldCase } from '#platform/text.ts';
import type { Performer } from '../directory.ts';

/** How names are compared (decision 83). */
export const nameKey = (name: string): string => foldCase(name.trim());

/** Finds an official performer by any of these names: by a name first, then by an alternative one (schedule rule 78). */
export type FindPerformer = (names: readonly string[]) => Performer | undefined;

/** Looks among these performers; of several with one name the first counts. */
export function createPerformerFinder(performers: readonly Performer[]): FindPerformer {
  const byName = new Map<string, Performer>();
  const byAlternative = new Map<string, Performer>();
  for (const performer of performers.toReversed()) {
    byName.set(nameKey(performer.row.name), performer);
    for (const name of performer.row.alternativeNames) byAlternative.set(nameKey(name), performer);
  }
  return (names) => {
    const keys = names.map(nameKey);
    const found = (index: ReadonlyMap<string, Performer>) => keys.map((key) => index.get(key)).find(Boolean);
    return found(byName) ?? found(byAlternative);
  };
}
