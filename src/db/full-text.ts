import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';
import { foldCase, foldLetters } from '#platform/text/lines.ts';

/** Words too common to search for are ignored, so that "the lanterns" finds lanterns (core rule 107a). */
const stopWords = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing down during ' +
    'each few for from had has have having he her here hers him his how i if in into is it its just me more most my no nor ' +
    'not now of off on once only or other our ours out over own same she should so some such than that the their theirs ' +
    'them then there these they this those through to too under until up us very was we were what when where which while ' +
    'who whom why will with would you your yours'
  ).split(' '),
);

/** Each term blocks the service for a few milliseconds. */
const maxTerms = 12;
/** The rest is ignored: a phrase of a thousand words would keep the database busy for seconds. */
const maxCharacters = 300;

const maxStems = 20_000;
/** Most of what people write is a few thousand words. */
const stemsByWord = new LRUCache<string, string>({ max: maxStems });

/** Other forms of an English word have the same stem; numbers and words in other scripts stay as they are. */
function findStem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const known = stemsByWord.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  stemsByWord.set(word, stem);
  return stem;
}

/** Splits a text into words as the index does, without letter case and accents. */
const readWords = (text: string): string[] => foldLetters(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** Returns the stems of all words of a text, in order. */
const computeStems = (text: string): string => readWords(text).map(findStem).join(' ');

/**
 * Returns what the column `stems` of a full-text index holds for these texts: the stems of their words, then each word
 * that follows a `#` or `@` once more, with that character.
 */
function computeIndexedStems(...texts: readonly unknown[]): string {
  const strings = texts.map((text) => String(text ?? ''));
  return [...strings.map(computeStems), ...strings.flatMap(readTagsAndMentions)]
    .filter((part) => part !== '')
    .join(' ');
}

/** The index treats punctuation as separators; it treats these characters, which no language uses, as letters. */
const characterReplacements: Readonly<Record<string, string>> = { '#': '\ue023', '@': '\ue040' };

/** Finds words right after a `#` or `@`, in the form in which they are indexed. */
function readTagsAndMentions(text: string): string[] {
  const words = foldLetters(text).matchAll(/([#@])([\p{L}\p{N}\p{Co}]+)/gu);
  return Array.from(words, ([, sign = '', word = '']) => `${characterReplacements[sign]}${word}`);
}

/**
 * Creates a function that returns whether this text matches an expression, as if a full-text index with one column
 * contained nothing else.
 */
function createTextMatcher(): (text: unknown, expression: unknown) => 0 | 1 {
  let queries: { readonly write: Sqlite.Statement; readonly match: Sqlite.Statement } | undefined;

  function prepare() {
    const sqlite = new Sqlite(':memory:');
    sqlite.exec("CREATE VIRTUAL TABLE one USING fts5(text, stems, tokenize = 'unicode61 remove_diacritics 2')");
    return {
      write: sqlite.prepare('INSERT OR REPLACE INTO one (rowid, text, stems) VALUES (1, ?, ?)'),
      match: sqlite.prepare('SELECT 1 FROM one WHERE one MATCH ?'),
    };
  }

  return (text, expression) => {
    queries ??= prepare();
    queries.write.run(text, computeIndexedStems(text));
    return queries.match.get(expression) === undefined ? 0 : 1;
  };
}

/**
 * Registers the SQL function `stems`, which the triggers of full-text indexes call, so that a service or a command that
 * writes a row indexes its words in the same transaction; `fold_case`, which is `foldCase`, because SQLite only knows
 * ASCII; and `matches_words`, which returns whether a single text matches an expression.
 */
export function registerFullText(sqlite: Sqlite.Database): void {
  sqlite.function('stems', { deterministic: true, varargs: true }, computeIndexedStems);
  sqlite.function('matches_words', { deterministic: true }, createTextMatcher());
  sqlite.function('fold_case', { deterministic: true }, (text: unknown) => foldCase(String(text)));
}

/** A part of a search that is ANDed with the others, or excluded. */
interface Term {
  readonly text: string;
  readonly isPhrase: boolean;
  readonly isExcluded: boolean;
}

/**
 * Turns what a person typed into an FTS5 MATCH expression (core rule 107a): words are ANDed, "quoted phrases" match
 * exactly, `or` separates alternatives, a leading `-` excludes. A word matches its stem and words that begin with it,
 * so no hit disappears while someone types. Every text is valid; undefined means that nothing can match, as for stop
 * words or exclusions alone.
 */
export const buildMatchExpression = (search: string): string | undefined =>
  buildExpression(search, (word) => !stopWords.has(word));

/** Like `buildMatchExpression`, for names, where no word is too common to search for (decision 64). */
export const buildNameExpression = (search: string): string | undefined => buildExpression(search, () => true);

function buildExpression(search: string, isSearched: (word: string) => boolean): string | undefined {
  const alternatives = readAlternatives(search, isSearched).flatMap((terms) => buildAlternative(terms) ?? []);
  return alternatives.length > 0 ? alternatives.join(' OR ') : undefined;
}

/**
 * Builds an expression for texts that contain this part, which begins with a `#` or `@`; its last word may be the start
 * of a longer one. It also matches some others. Undefined for a part without a word.
 */
export function buildTagOrMentionExpression(part: string): string | undefined {
  const text = part.slice(0, maxCharacters).toWellFormed();
  const words = readWords(text);
  if (words.length === 0) return undefined;
  const all = `(${wordsColumnFilter} ${quote(text)} *)`;
  const [signed] = /^.[\p{L}\p{N}\p{Co}]/u.test(foldLetters(text)) ? readTagsAndMentions(text) : [];
  if (signed === undefined) return all;
  return words.length === 1 ? `(stems : ${quote(signed)} *)` : `(${all} AND stems : ${quote(signed)})`;
}

function readAlternatives(search: string, isSearched: (word: string) => boolean): Term[][] {
  const alternatives: Term[][] = [[]];
  const parts = search
    .slice(0, maxCharacters)
    .toWellFormed()
    .matchAll(/(-*)(?:"([^"]*)"|(\S+))/g);
  for (const [, minus, phrase, word = ''] of parts.take(maxTerms)) {
    if (phrase !== undefined) {
      alternatives.at(-1)?.push({ text: phrase, isPhrase: true, isExcluded: minus !== '' });
    } else if (word.toLowerCase() === 'or') alternatives.push([]);
    else alternatives.at(-1)?.push({ text: word, isPhrase: false, isExcluded: minus !== '' });
  }
  return alternatives.map((terms) => terms.filter(({ text }) => readWords(text).some(isSearched)));
}

/** Punctuation, quotes and control characters only separate words; a control character would end the expression. */
const quote = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;

/** All columns but the stems. */
const wordsColumnFilter = '- stems :';

function formatTerm({ text, isPhrase }: Term): string {
  if (isPhrase) return `${wordsColumnFilter} ${quote(text)}`;
  return `(${wordsColumnFilter} ${quote(text)} * OR stems : ${quote(computeStems(text))})`;
}

function buildAlternative(terms: readonly Term[]): string | undefined {
  const format = (excluded: boolean) =>
    terms.filter(({ isExcluded }) => isExcluded === excluded).map((term) => formatTerm(term));
  const [wanted, unwanted] = [format(false), format(true)];
  if (wanted.length === 0) return undefined;
  const all = wanted.join(' AND ');
  return unwanted.length === 0 ? `(${all})` : `((${all}) NOT (${unwanted.join(' OR ')}))`;
}
