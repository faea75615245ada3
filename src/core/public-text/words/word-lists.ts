import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text/lines.ts';
import type { KeywordData } from '../records.ts';
import { alertWords, muteWords } from '../tables.ts';
import { deleteWord, insertWord, loadWords, type WordList } from './store.ts';

const minLetters = 4;
const maxLetters = 50;
/** Limits the list, because each word is compared with every public post. */
const maxWords = 200;

const wordsCaches = {
  // Counting a word updates its row but doesn't change the list.
  alert: cacheByKey<readonly string[]>([{ table: alertWords, key: alertWords.userID, columns: [alertWords.word] }], {
    max: 20_000,
  }),
  mute: cacheByKey<readonly string[]>([{ table: muteWords, key: muteWords.userID }], { max: 20_000 }),
};

/** Lists the account's alert words or mute words, cleaned and in ascending order. */
export function listWords(context: Context, list: WordList, userID: string): readonly string[] {
  return wordsCaches[list](context).get(userID, () => loadWords(context.db, list, userID));
}

/** Returns a text in the form in which words are stored and searched. */
export const foldText = (text: string): string => foldCase(text).normalize('NFC');

/**
 * Returns the distinct words of a text in lower case, reduced to letters (core rule 97). Combining marks count as
 * letters, because many scripts can't be written without them.
 */
export function cleanWords(text: string): Set<string> {
  const lettersAndSpaces = foldText(text).match(/\p{L}\p{M}*|\s/gu) ?? [];
  return new Set(lettersAndSpaces.join('').match(/\S+/g));
}

function readWord(input: string): string {
  const [word, ...more] = cleanWords(input);
  if (word === undefined) throw malformed('Enter a word with at least one letter.');
  if (more.length > 0) throw malformed('Enter one word at a time.');
  const length = countCharacters(word, maxLetters);
  if (length < minLetters || length > maxLetters) {
    throw malformed(`The word must have ${minLetters} to ${maxLetters} letters.`);
  }
  return word;
}

/**
 * Adds a word to one of the caller's lists, unless it's there (core rules 97 and 98). Throws 400 if it isn't one word
 * of at least four letters, or the list is full. Returns the full list.
 */
export function addWord(context: WriteContext, caller: Caller, list: WordList, input: string): readonly string[] {
  const word = readWord(input);
  const words = listWords(context, list, caller.userID);
  if (words.includes(word)) return words;
  if (words.length >= maxWords) throw malformed(`The list can have at most ${maxWords} words.`, 'limitReached');
  insertWord(context.db, list, caller.userID, word);
  return listWords(context, list, caller.userID);
}

/** Removes a word and its counts from one of the caller's lists, if it's there. Returns the full list. */
export function removeWord(context: WriteContext, caller: Caller, list: WordList, input: string): readonly string[] {
  deleteWord(context.db, list, caller.userID, readWord(input));
  return listWords(context, list, caller.userID);
}

/** A full list of words. */
export const presentKeywords = (words: readonly string[]): KeywordData => ({ keywords: [...words] });
