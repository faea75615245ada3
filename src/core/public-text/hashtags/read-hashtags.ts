import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text/lines.ts';

const minWord = 3;
/** Maximum length of a hashtag in a lookup. */
export const maxHashtag = 49;
const minTag = 2;
const lettersAndDigits = /^#((?:\p{L}\p{M}*|\p{N})+)/u;

/** Returns the hashtags in a text as typed, without `#` (forums rule B60). */
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

/** Returns the tag in a search for hashtags, which may start with `#`. */
export const readSearchedTag = (search: string): string => search.trim().replace(/^#/, '');

/**
 * Whether the text has exactly this hashtag, given without `#`. Substring searches also find longer ones (forums rule
 * B61).
 */
export function hasHashtag(text: string, tag: string): boolean {
  const wanted = `#${foldCase(tag)}`;
  return foldCase(text)
    .split(/[\s.,;:!?]+/)
    .includes(wanted);
}
