import { randomInt } from 'node:crypto';
import { readEmbedded } from '#platform/embedded-files.ts';

const wordsInKey = 3;
let words: readonly string[] | undefined;

function allWords(): readonly string[] {
  words ??= readEmbedded('assets/recovery-words.txt').toString('utf8').trim().split('\n');
  return words;
}

/** Three words chosen independently, with single spaces between them (core rule 54). */
export function newRecoveryKey(): string {
  const list = allWords();
  return Array.from({ length: wordsInKey }, () => list[randomInt(list.length)] ?? '').join(' ');
}

/** The form that is hashed and compared: lower case, no white space. */
export const normalizeRecoveryKey = (key: string): string => key.toLowerCase().replace(/\s+/g, '');
