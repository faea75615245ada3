/** Normalises line ends to `\n`, in files and where lines are counted. */
export const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Normalises a person's text: CRLF becomes `\n`, and nothing else changes, not even a lone CR. */
export const normalizeCrlf = (text: string): string => text.replaceAll('\r\n', '\n');

/** Folds letter case for comparison. */
export const foldCase = (text: string): string => text.toLowerCase();

/**
 * Folds letter case and accents for sorting names and looking up words (decision 67). Greek has two lower-case forms of
 * one letter.
 */
export const foldLetters = (text: string): string =>
  foldCase(text.normalize('NFKD').replace(/\p{M}/gu, '')).replaceAll('ς', 'σ');

/** Orders texts by their characters, like the database. */
export const compareTexts = (first: string, second: string): number => (first < second ? -1 : first > second ? 1 : 0);

/** Returns a text of at most `max` UTF-16 units, or the beginning of a longer one and an ellipsis. Cuts no character in half. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
