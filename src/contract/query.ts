import * as v from 'valibot';
import {
  countCharacters,
  describeTooLong,
  instantInPath,
  readSearch,
  searchSchema,
  uuid,
  wireSchema,
} from './fields.ts';

/**
 * Query parameters. Each arrives as the list of its values in order; single-value parameters use the last one (core
 * rule 13). An unreadable value is a plain 400.
 */
type Values = readonly string[];

const queryValues = v.custom<Values>((input) => Array.isArray(input), 'is not a query value');

function parseLastValue<Value>(
  read: (text: string) => Value | undefined,
  complaint: string,
  schema: Record<string, unknown>,
) {
  return v.optional(
    v.pipe(
      queryValues,
      wireSchema(schema),
      v.rawTransform<Values, Value>(({ dataset, addIssue, NEVER }) => {
        const value = read(dataset.value.at(-1) ?? '');
        if (value !== undefined) return value;
        addIssue({ message: complaint });
        return NEVER;
      }),
    ),
  );
}

const trueWords = new Set(['', 'true', '1', 'on']);
const falseWords = new Set(['false', '0', 'off']);

function readBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (trueWords.has(word)) return true;
  return falseWords.has(word) ? false : undefined;
}

function readInteger(text: string): number | undefined {
  const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) return undefined;
  return Math.max(-(2 ** 31), Math.min(value, 2 ** 31 - 1));
}

function createTextParser<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return (text: string): v.InferOutput<Schema> | undefined => {
    const result = v.safeParse(schema, text);
    return result.success ? result.output : undefined;
  };
}

/** `true`, `1`, `on` or a bare flag; `false`, `0`, `off`; any letter case. */
export const queryBoolean = parseLastValue(readBoolean, 'is not true or false', { type: 'boolean' });
/** An integer; larger ones are clamped to 32 bits, since pages are clamped anyway. */
export const queryInteger = parseLastValue(readInteger, 'is not an integer', { type: 'integer' });
/** A text of at most `max` characters; a longer one is a 400 (decision 51). */
export const queryText = (max: number) =>
  parseLastValue((text) => (countCharacters(text, max) <= max ? text : undefined), describeTooLong(max), {
    type: 'string',
    maxLength: max,
  });
/** One word of a fixed list, ignoring case; any other is a 400 that lists the words (decision 90). */
export const queryWord = <const Words extends readonly string[]>(words: Words) =>
  parseLastValue(
    (text): Words[number] | undefined => words.find((word) => word === text.toLowerCase()),
    listWords(words),
    {
      type: 'string',
      enum: [...words],
    },
  );
/**
 * Like `queryWord`, for a choice that clients also send empty when nothing was chosen; `readAs` maps a client's word to
 * ours.
 */
export const queryWordOrEmpty = <const Words extends readonly string[]>(
  words: Words,
  readAs: (word: string) => string,
) =>
  parseLastValue(
    (text): Words[number] | '' | undefined => {
      const meant = readAs(text).toLowerCase();
      return meant === '' ? '' : words.find((word) => word === meant);
    },
    listWords(words),
    { type: 'string', enum: [...words] },
  );
const listWords = (words: readonly string[]): string => `is not ${words.join(' or ')}`;
/** Maximum length of a word that is read leniently; no listed word is longer. */
const maxWord = 50;
/**
 * One word of a fixed list where a rule treats any other as none: it's passed on as sent, and the verb that applies the
 * rule reads it.
 */
export const queryWordOrNone = (words: readonly string[]) =>
  parseLastValue((text) => (countCharacters(text, maxWord) <= maxWord ? text : undefined), describeTooLong(maxWord), {
    type: 'string',
    enum: [...words],
    maxLength: maxWord,
  });
/** Words to search for, truncated if too long (decision 51). */
export const querySearch = parseLastValue(readSearch, 'is not a string', searchSchema);
export const queryUuid = parseLastValue(createTextParser(uuid), 'is not a UUID', { type: 'string', format: 'uuid' });
export const queryInstant = parseLastValue(createTextParser(instantInPath), 'is not a date', {
  type: 'string',
  format: 'date-time',
});

const splitAtCommas = (texts: Values): string[] =>
  texts.flatMap((text) => text.split(',')).filter((text) => text !== '');

/** A list of at most `max` values: a repeated key, `key[]`, or comma-separated values. */
export const queryList = (max: number) => readList(max, { type: 'string' }, (text) => text, 'is not a list of strings');
/** Like `queryList`, of words in any letter case, each mapped to its meaning; any other word is a 400. */
export const queryWordList = <Word extends string>(max: number, words: Readonly<Record<string, Word>>) => {
  const byKey = new Map(Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), meaning]));
  const items = { type: 'string', enum: Object.keys(words) };
  const complaint = `has a word that ${listWords(Object.keys(words))}`;
  return readList(max, items, (text) => byKey.get(text.toLowerCase()), complaint);
};
/** Like `queryList`, of UUIDs; any other value is a 400. */
export const queryUuidList = (max: number) =>
  readList(max, { type: 'string', format: 'uuid' }, createTextParser(uuid), 'has a value that is not a UUID');

function readList<Value extends string>(
  max: number,
  items: object,
  read: (text: string) => Value | undefined,
  complaint: string,
) {
  return v.optional(
    v.pipe(
      queryValues,
      wireSchema({ type: 'array', items, maxItems: max }),
      v.rawTransform<Values, Value[]>(({ dataset, addIssue, NEVER }) => {
        const texts = splitAtCommas(dataset.value);
        const found = texts.length <= max ? texts.map(read) : [];
        const isParsed = (item: Value | undefined): item is Value => item !== undefined;
        if (texts.length <= max && found.every(isParsed)) return found;
        addIssue({ message: texts.length > max ? `must have at most ${max} values` : complaint });
        return NEVER;
      }),
    ),
  );
}

/** The largest `limit` of lists, unless the crew sets another (core rule 12). */
export const defaultMaxLimit = 200;

/** Where a page starts; without it at the beginning, or where the caller stopped reading. */
export const queryStart = parseLastValue(readInteger, 'is not an integer', { type: 'integer', minimum: 0 });

/**
 * The number of entries per page, `usual` by default; without a default, a page has all entries. Clamped, never an
 * error.
 */
export const queryLimit = (usual: number | undefined) =>
  parseLastValue(readInteger, 'is not an integer', {
    type: 'integer',
    minimum: 0,
    maximum: defaultMaxLimit,
    ...(usual !== undefined && { default: usual }),
  });

/** `start` and `limit` of a paged list; `page()` applies defaults and bounds. */
export const pageQuery = { start: queryStart, limit: queryLimit(50) };

/** Returns the range of a list: `start` from 0, `limit` within the route's maximum (core rule 12). */
export interface Page {
  readonly start: number;
  readonly limit: number;
}

export function clampPage(query: { start?: number; limit?: number }, bounds: { default: number; max: number }): Page {
  const limit = Math.max(0, Math.min(query.limit ?? bounds.default, bounds.max));
  return { start: Math.max(0, query.start ?? 0), limit };
}

/** Maximum number of hits of a text search: its total and its pages end there (core rule 107a). */
export const maxMatches = 1000;

/** Returns the part of a text search's page that is within that maximum. */
export const limitToMaxMatches = ({ start, limit }: Page): Page => ({
  start,
  limit: Math.max(0, Math.min(limit, maxMatches - start)),
});
