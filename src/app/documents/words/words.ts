import type { Words } from '#http/description/glossary.ts';
import { areaWords, parameterWords } from './parameter-words.ts';

/** The most particular entry: of `forums.list.sort` that of the name with the longest beginning. */
function find(table: Readonly<Record<string, string>>, beginnings: readonly string[], name: string) {
  for (const beginning of beginnings) {
    const found = table[`${beginning}.${name}`];
    if (found !== undefined) return found;
  }
  return table[name];
}

/** What the names of the product mean: every table of words in one. */
export const words: Words = {
  describeParameter: (operation, name) => find(parameterWords, [operation, operation.replace(/\..*/, '')], name),
  describeArea: (area) => areaWords[area],
};
