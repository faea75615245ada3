import { randomInt } from 'node:crypto';
import { readEmbedded } from '#platform/machine/embedded-files.ts';

const wordsInKey = 3;
let cachedWords: readonly string[] | undefined;

function readWords(): readonly string[] {
  cachedWords ??= readEmbedded('assets/recovery-words.txt').toString('utf8').trim().split('\n');
  return cachedWords;
}

/** Returns three independently chosen words, separated by single spaces (core rule 54). */
export function generateRecoveryKey(): string {
  const list = readWords();
  return Array.from({ length: wordsInKey }, () => list[randomInt(list.length)] ?? '').join(' ');
}

/** Returns the form that is hashed and compared: lower case without white space. */
export const normalizeRecoveryKey = (key: string): string => key.toLowerCase().replace(/\s+/g, '');
