import type { Glossary } from '#http/description/glossary.ts';
import { areaWords, parameterWords } from './parameter-words.ts';

/** Returns the most specific entry: for `forums.list.sort`, the one with the longest matching prefix. */
function findLongestMatch(table: Readonly<Record<string, string>>, beginnings: readonly string[], name: string) {
  for (const beginning of beginnings) {
    const found = table[`${beginning}.${name}`];
    if (found !== undefined) return found;
  }
  return table[name];
}

/** Descriptions of all names of the product, merged into one table. */
export const productWords: Glossary = {
  describeParameter: (operation, name) =>
    findLongestMatch(parameterWords, [operation, operation.replace(/\..*/, '')], name),
  describeArea: (area) => areaWords[area],
};
