/** Line ends of every system as `\n`, in files and where lines are counted. */
export const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What someone wrote: CRLF as `\n`, and nothing else changed, not even a lone CR. */
export const normalizeCrlf = (text: string): string => text.replaceAll('\r\n', '\n');

/** Text as it may be compared: letter case folded. */
export const foldCase = (text: string): string => text.toLowerCase();

/**
 * Text as names are sorted and words looked up: letter case and accents left aside (decision 67). Greek has two small
 * forms of one letter.
 */
export const foldLetters = (text: string): string =>
  foldCase(text.normalize('NFKD').replace(/\p{M}/gu, '')).replaceAll('ς', 'σ');

/** Orders texts by their characters, as the database does. */
export const compareTexts = (first: string, second: string): number => (first < second ? -1 : first > second ? 1 : 0);
