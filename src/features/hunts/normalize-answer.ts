const leftOut = /[\p{White_Space}\p{P}]/gu;

/**
 * The form in which answers, hint keys and call-ins are compared: upper case, without white space and punctuation; symbols
 * stay (libraries rule H6). However an accent was typed, the letter is the same.
 */
export const normalizeAnswer = (text: string): string => text.toUpperCase().replace(leftOut, '').normalize('NFC');
