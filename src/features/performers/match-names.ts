import { foldCase } from '#platform/text/lines.ts';
import type { Performer } from './directory.ts';

/** Returns the form in which names are compared (decision 83). */
export const normalizeName = (name: string): string => foldCase(name.trim());

/** Removes parts in straight or curly double quotes, which are nicknames (decision 83). */
export const removeNicknames = (text: string): string =>
  text
    .replace(/["“”][^"“”]*["“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const normalizeWithoutNickname = (name: string): string => normalizeName(removeNicknames(name));

/**
 * Finds an official performer by any of these names: first by name, then by alternative name (schedule rule 78), then
 * by name without nicknames.
 */
export type FindPerformer = (names: readonly string[]) => Performer | undefined;

/** Creates a finder for these performers. If several have the same name, the first counts. */
export function createPerformerFinder(performers: readonly Performer[]): FindPerformer {
  const [byName, byAlternative, byPlainName] = [
    new Map<string, Performer>(),
    new Map<string, Performer>(),
    new Map<string, Performer>(),
  ];
  for (const performer of performers.toReversed()) {
    const { name, alternativeNames } = performer.row;
    byName.set(normalizeName(name), performer);
    byPlainName.set(normalizeWithoutNickname(name), performer);
    for (const alternative of alternativeNames) byAlternative.set(normalizeName(alternative), performer);
  }
  return (names) => {
    const look = (index: ReadonlyMap<string, Performer>, toKey: (name: string) => string) =>
      names.map((name) => index.get(toKey(name))).find(Boolean);
    return (
      look(byName, normalizeName) ?? look(byAlternative, normalizeName) ?? look(byPlainName, normalizeWithoutNickname)
    );
  };
}
