/**
 * Words too common to search for: they are passed over, so that "the lanterns" finds lanterns (core rule 107a).
 */
const stopWords = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing down during ' +
    'each few for from had has have having he her here hers him his how i if in into is it its just me more most my no nor ' +
    'not now of off on once only or other our ours out over own same she should so some such than that the their theirs ' +
    'them then there these they this those through to too under until up us very was we were what when where which while ' +
    'who whom why will with would you your yours'
  ).split(' '),
);

/** Each takes a few milliseconds of everybody's time. */
const maxTerms = 12;
/** What follows is passed over: a phrase of a thousand words would keep the database busy for seconds. */
const maxCharacters = 300;

interface Term {
  /** FTS5 takes any text between quotes as a phrase of the words in it. */
  readonly phrase: string;
  readonly isExcluded: boolean;
}

/**
 * Turns what a person typed into an FTS5 MATCH expression (core rule 107a): words are ANDed and match words that begin
 * with them, "quoted phrases" match exactly, `or` separates alternatives, a leading `-` excludes. Every text is valid;
 * undefined means that nothing can be found, as by stop words or exclusions alone.
 */
export function buildMatchExpression(search: string): string | undefined {
  const alternatives = readAlternatives(search).flatMap((terms) => buildAlternative(terms) ?? []);
  return alternatives.length > 0 ? alternatives.join(' OR ') : undefined;
}

function readAlternatives(search: string): Term[][] {
  const alternatives: Term[][] = [[]];
  const parts = search
    .slice(0, maxCharacters)
    .toWellFormed()
    .matchAll(/(-*)"([^"]*)"|(-*)(\S+)/g);
  for (const [, minusOfPhrase, phrase, minus, word = ''] of parts.take(maxTerms)) {
    if (phrase !== undefined) alternatives.at(-1)?.push({ phrase: quote(phrase), isExcluded: minusOfPhrase !== '' });
    else if (word.toLowerCase() === 'or') alternatives.push([]);
    else alternatives.at(-1)?.push({ phrase: `${quote(word)} *`, isExcluded: minus !== '' });
  }
  return alternatives.map((terms) => terms.filter(({ phrase }) => hasWordToFind(phrase)));
}

/**
 * An expression for texts in which these words stand one after the other, the last one perhaps as the beginning of a
 * longer one; undefined for a text without a word. Narrows a search for a part of a text that begins with a word.
 */
export function buildBeginningExpression(text: string): string | undefined {
  const words = text.slice(0, maxCharacters).toWellFormed();
  return /[\p{L}\p{N}]/u.test(words) ? `${quote(words)} *` : undefined;
}

/** Signs and quotes only separate words; so do control characters, which would end the expression. */
const quote = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;

function hasWordToFind(phrase: string): boolean {
  const words = phrase.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.some((word) => !stopWords.has(word));
}

function buildAlternative(terms: readonly Term[]): string | undefined {
  const phrasesOf = (excluded: boolean) =>
    terms.filter(({ isExcluded }) => isExcluded === excluded).map(({ phrase }) => phrase);
  const [wanted, unwanted] = [phrasesOf(false), phrasesOf(true)];
  if (wanted.length === 0) return undefined;
  const all = wanted.join(' AND ');
  return unwanted.length === 0 ? `(${all})` : `((${all}) NOT (${unwanted.join(' OR ')}))`;
}
