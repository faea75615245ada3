import { foldUsername } from '#core/users/index.ts';

const minName = 2;
const maxName = 50;

/** A letter of another script after the match means that the name continues, so no account can have it. */
const mention = /(?<!\S)@([A-Za-z0-9]+(?:[-.+_][A-Za-z0-9]+)*)(?![\p{L}\p{M}\p{N}])/gu;

/** Returns the names that a text mentions, in the form in which usernames are compared (forums rule B54). */
export function readMentions(text: string): Set<string> {
  if (!text.includes('@')) return new Set();
  const names = [...text.matchAll(mention)].map(([, name = '']) => name);
  return new Set(names.filter(({ length }) => length >= minName && length <= maxName).map(foldUsername));
}

/** Returns the name in a search for mentions, which may start with `@`. */
export const readMentionedName = (search: string): string => search.trim().replace(/^@/, '');

/**
 * Whether the text mentions exactly this name, given without `@`. A substring search for `@john` also finds `@johnny`;
 * this distinguishes them (forums rule B55).
 */
export function mentionsName(text: string, name: string): boolean {
  const escaped = RegExp.escape(name);
  return new RegExp(`@${escaped}(?=[-.+_]*(?:[^\\p{L}\\p{M}\\p{N}\\-.+_]|$))`, 'iu').test(text);
}
