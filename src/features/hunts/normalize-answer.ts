const ignoredCharacters = /[\p{White_Space}\p{P}]/gu;

/**
 * Returns the form in which answers, hint keys and call-ins are compared: upper case, without white space and
 * punctuation, but with symbols (libraries rule H6). The way an accent was typed doesn't matter.
 */
export const normalizeAnswer = (text: string): string =>
  text.toUpperCase().replace(ignoredCharacters, '').normalize('NFC');
