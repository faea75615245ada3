import { foldUsername } from '#core/users/index.ts';

const minName = 2;
const maxName = 50;

/** A letter of another script after it means that the name goes on and is no one's. */
const mention = /(?<!\S)@([A-Za-z0-9]+(?:[-.+_][A-Za-z0-9]+)*)(?![\p{L}\p{M}\p{N}])/gu;

/** The names that a text mentions, in the form in which usernames are compared (forums rule B54). */
export function readMentions(text: string): Set<string> {
  if (!text.includes('@')) return new Set();
  const names = [...text.matchAll(mention)].map(([, name = '']) => name);
  return new Set(names.filter(({ length }) => length >= minName && length <= maxName).map(foldUsername));
}

/** The name in a search for mentions, which may begin with `@`. */
export const readMentionedName = (search: string): string => search.trim().replace(/^@/, '');

/**
 * Does the text mention exactly this name, given without `@`? A search for `@john` as a part of texts finds `@johnny`
 * too; this tells them apart (forums rule B55).
 */
export function mentionsName(text: string, name: string): boolean {
  const escaped = RegExp.escape(name);
  return new RegExp(`@${escaped}(?=[-.+_]*(?:[^\\p{L}\\p{M}\\p{N}\\-.+_]|$))`, 'iu').test(text);
}
