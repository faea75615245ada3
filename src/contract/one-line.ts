/**
 * What a name or one-line text may hold (core, Validation; decisions 77 and 87): nothing that cannot be seen, for two names
 * that look the same would be two names, and a mark that turns the writing round reaches into the lines next to it.
 */

/** Control characters, line breaks, and all that is drawn as nothing: bidirectional marks, zero-width spaces, joiners, fillers. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** Scripts in which a joiner between two letters changes how they are drawn. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Khmer', 'Myanmar'],
];
const letterThatJoins = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const joinerBetweenLetters = `(?<=${letterThatJoins})[\\u200c\\u200d](?=${letterThatJoins})`;
// Malayalam writes the letters that end a word so on older keyboards.
const joinerAfterFinalLetter = '(?<=\\u0d4d)\\u200d';

const picture = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
// One picture of several, such as a family; a key; the flag of a region, which the tags after it name.
const emoji = `${picture}(?:\\u200d${picture})+|${picture}|[0-9#*]\\ufe0f\\u20e3`;
const flagOfRegion = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';

const meaningful = new RegExp([flagOfRegion, emoji, joinerBetweenLetters, joinerAfterFinalLetter].join('|'), 'gu');

/** Why a text cannot be the one line that is called so; undefined when it can. An empty one can: where it is allowed it means none. */
export function explainLine(name: string, text: string): string | undefined {
  if (holdsUnseen(text)) return `The ${name} must be one line without characters that cannot be seen.`;
  return isBlank(text) ? `The ${name} must not be blank.` : undefined;
}

/** Does a text hold a character that cannot be seen, and that is no part of a letter or emoji which can? */
function holdsUnseen(text: string): boolean {
  return unseen.test(text) && unseen.test(text.replace(meaningful, ''));
}

const isBlank = (text: string): boolean => /^[\p{White_Space}\u2800]+$/u.test(text);
