/**
 * What a name or one-line text may contain (core, Validation; decisions 77 and 87): no invisible characters, because
 * two names that look the same would differ, and bidirectional marks affect adjacent lines.
 */

/**
 * Control characters, line breaks and everything invisible: bidirectional marks, zero-width spaces, joiners, fillers.
 */
const invisibleCharacter = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** Scripts in which a joiner between two letters changes their shape. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Khmer', 'Myanmar'],
];
const joiningLetter = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const joinerBetweenLetters = `(?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter})`;
// Older Malayalam keyboards produce final letters this way.
const joinerAfterFinalLetter = '(?<=\\u0d4d)\\u200d';

const pictograph = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
// One emoji composed of several, such as a family; a keycap; a regional flag, which the following tags identify.
const emoji = `${pictograph}(?:\\u200d${pictograph})+|${pictograph}|[0-9#*]\\ufe0f\\u20e3`;
const flagOfRegion = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';

const meaningfulInvisibleCharacters = new RegExp(
  [flagOfRegion, emoji, joinerBetweenLetters, joinerAfterFinalLetter].join('|'),
  'gu',
);

/**
 * Returns why a text isn't a valid line, naming it; undefined if it's valid. Empty is valid: where it's allowed, it
 * means none.
 */
export function findLineProblem(name: string, text: string): string | undefined {
  if (hasMeaninglessInvisibleCharacter(text)) return `The ${name} must be a single line without invisible characters.`;
  return isBlank(text) ? `The ${name} must not be blank.` : undefined;
}

/** Whether a text contains an invisible character that isn't part of a visible letter or emoji. */
function hasMeaninglessInvisibleCharacter(text: string): boolean {
  return invisibleCharacter.test(text) && invisibleCharacter.test(text.replace(meaningfulInvisibleCharacters, ''));
}

const isBlank = (text: string): boolean => /^[\p{White_Space}\u2800]+$/u.test(text);
