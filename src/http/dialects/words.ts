import type { DialectFile } from '#config/dialect-file.ts';

/** Our words with the client's, and where they occur: record fields and query parameters. */
export interface DialectWords {
  readonly places: ReadonlySet<string>;
  readonly words: Readonly<Record<string, string>>;
}

/** The fields that contain the name of a feature. */
const featureFields = ['*.featureName', '*.feature'];

/** Returns all words of a dialect. */
export const listWords = ({ words, features }: DialectFile): DialectWords[] =>
  [...words, { fields: featureFields, words: features }].map(({ fields, words }) => ({
    places: new Set(fields),
    words,
  }));

/** Returns the words of a field, ours first. */
export const findWords = (words: readonly DialectWords[], record: string, field: string): [string, string][] =>
  words
    .filter(({ places }) => places.has(`${record}.${field}`) || places.has(`*.${field}`))
    .flatMap(({ words }) => Object.entries(words));

/** Returns our words by the client's in lower case, for each query parameter with translated words. */
export function listQueryWords(words: readonly DialectWords[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const byParameter = new Map<string, Map<string, string>>();
  for (const { places, words: ours } of words) {
    for (const place of places) {
      if (!place.startsWith('?')) continue;
      const known = byParameter.get(place.slice(1)) ?? new Map<string, string>();
      for (const [own, other] of Object.entries(ours)) known.set(other.toLowerCase(), own);
      byParameter.set(place.slice(1), known);
    }
  }
  return byParameter;
}
