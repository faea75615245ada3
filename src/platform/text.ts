/** Line ends of every system as `\n`. */
export const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Text as it may be compared: letter case folded. */
export const foldCase = (text: string): string => text.toLowerCase();
