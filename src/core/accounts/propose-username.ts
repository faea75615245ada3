import { randomInt } from 'node:crypto';
import { safeParse } from 'valibot';
import type { Context } from '#area/context.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { maxUsername, newUsername } from '#core/users/records.ts';

/** Letters that Unicode decomposition doesn't turn into plain ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** The fallback for names in scripts without plain letters. */
const fallback = 'passenger';
/** Characters reserved for a number after the name. */
const maxNumber = 6;

/** Returns a free username based on a person's name, in lower case (core rule 57a). */
export function proposeUsername(context: Context, name: string): string {
  const wanted = name.trim().toLowerCase();
  if (isUsername(wanted) && isUsernameFree(context, wanted)) return wanted;
  const made = toPlainLetters(wanted);
  const base = isUsername(made) ? made : fallback;
  for (let number = base === fallback ? 1 : 0; number < 100; number += 1) {
    const username = number === 0 ? base : `${base}-${number + 1}`;
    if (isUsernameFree(context, username)) return username;
  }
  return findFreeNumber(context, base);
}

/** If many users share the name, random numbers find a free one quickly. */
function findFreeNumber(context: Context, base: string): string {
  for (;;) {
    const username = `${base}-${randomInt(100, 10 ** (maxNumber - 1))}`;
    if (isUsernameFree(context, username)) return username;
  }
}

const toPlainLetters = (name: string): string =>
  name
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxUsername - maxNumber)
    .replace(/^-|-$/g, '');

const isUsername = (text: string): boolean => safeParse(newUsername, text).success;
const isUsernameFree = ({ db }: Context, username: string): boolean => findUserRowByName(db, username) === undefined;
