import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { createKeyedCache } from '#platform/caches.ts';
import { foldCase } from '#platform/text.ts';
import { deleteWord, insertWord, loadWords, type WordList } from './store/words.ts';

const minLetters = 4;
const maxLetters = 50;
/** Each word of each list is compared with every public post. */
const maxWords = 200;

const createWordsCache = () =>
  createOncePerInstance((context) => createKeyedCache<readonly string[]>(context.caches, 20_000));
const wordsCaches: Readonly<Record<WordList, ReturnType<typeof createWordsCache>>> = {
  alert: createWordsCache(),
  mute: createWordsCache(),
};

/** The account's alert words or mute words, cleaned and in ascending order. */
export function listWords(context: Context, list: WordList, userID: string): readonly string[] {
  return wordsCaches[list](context).get(userID, () => loadWords(context.db, list, userID));
}

/**
 * The different words of a text in lower case, of letters alone (core rule 97). Marks that belong to a letter count as
 * letters: many scripts cannot be written without them.
 */
export function cleanWords(text: string): Set<string> {
  const folded = foldCase(text).normalize('NFC');
  const lettersAndSpaces = folded.match(/\p{L}\p{M}*|\s/gu) ?? [];
  return new Set(lettersAndSpaces.join('').match(/\S+/g));
}

function readWord(input: string): string {
  const [word, ...more] = cleanWords(input);
  if (word === undefined) throw malformed('The word must have letters.');
  if (more.length > 0) throw malformed('Only one word can be added or removed at a time.');
  const length = countCharacters(word, maxLetters);
  if (length < minLetters || length > maxLetters) {
    throw malformed(`The word must have ${minLetters} to ${maxLetters} letters.`);
  }
  return word;
}

/**
 * Adds a word to one of the caller's lists, unless it is there (core rules 97 and 98). Throws 400 for what is not one
 * word of at least four letters, and for a list that is full. Returns the whole list.
 */
export function addWord(context: WriteContext, caller: Caller, list: WordList, input: string): readonly string[] {
  const word = readWord(input);
  const words = listWords(context, list, caller.userID);
  if (words.includes(word)) return words;
  if (words.length >= maxWords) throw malformed(`The list can have at most ${maxWords} words.`);
  insertWord(context.db, list, caller.userID, word);
  return invalidateWords(context, caller, list);
}

/** Removes a word from one of the caller's lists, if it is there. Returns the whole list. */
export function removeWord(context: WriteContext, caller: Caller, list: WordList, input: string): readonly string[] {
  deleteWord(context.db, list, caller.userID, readWord(input));
  return invalidateWords(context, caller, list);
}

function invalidateWords(context: WriteContext, { userID }: Caller, list: WordList): readonly string[] {
  context.db.invalidate(() => wordsCaches[list](context).invalidate(userID));
  return listWords(context, list, userID);
}
