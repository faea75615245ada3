/** Line ends of every system as `\n`. */
export const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Text as it may be compared: letter case folded. */
export const foldCase = (text: string): string => text.toLowerCase();

/** A LIKE pattern that finds `text` anywhere, with `%`, `_` and `\` taken literally; use with ESCAPE '\'. */
export const substringPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
