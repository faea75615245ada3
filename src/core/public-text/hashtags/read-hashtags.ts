import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text/lines.ts';

const minWord = 3;
/** Characters of the longest hashtag that can be looked up. */
export const maxHashtag = 49;
const minTag = 2;
const lettersAndDigits = /^#((?:\p{L}\p{M}*|\p{N})+)/u;

/** The hashtags of a text as they were typed, without `#` (forums rule B60). */
export function readHashtags(text: string): Set<string> {
  if (!text.includes('#')) return new Set();
  return new Set(text.split(/\s+/).flatMap((word) => readHashtag(word) ?? []));
}

function readHashtag(word: string): string | undefined {
  const tag = lettersAndDigits.exec(word)?.[1];
  if (tag === undefined || countCharacters(tag, minTag) < minTag) return undefined;
  const length = countCharacters(word, maxHashtag);
  return length >= minWord && length <= maxHashtag ? tag : undefined;
}

/** The tag in a search for hashtags, which may begin with `#`. */
export const readSearchedTag = (search: string): string => search.trim().replace(/^#/, '');

/** Has the text exactly this hashtag, given without `#`? A search for a part of texts finds longer ones too (forums rule B61). */
export function hasHashtag(text: string, tag: string): boolean {
  const wanted = `#${foldCase(tag)}`;
  return foldCase(text)
    .split(/[\s.,;:!?]+/)
    .includes(wanted);
}
