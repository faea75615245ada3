import * as v from 'valibot';
import { truncationKey } from './bounds.ts';
import { findLineProblem } from './one-line.ts';
import { ReceivedFile } from './received-file.ts';
import { record } from './record.ts';

/**
 * Scalars of the wire. How they're declared separates two kinds of failure (core rules 17 and 19): an unreadable value
 * fails in a schema or transformation and is a plain 400; a value that exceeds a limit fails in a check and is reported
 * under `fieldErrors` together with all others.
 */

/**
 * Sets a scalar's JSON Schema for the OpenAPI document. It comes before any transformation, because the document
 * describes the input.
 */
export function wireSchema<Value>(jsonSchema: Readonly<Record<string, unknown>>) {
  return v.metadata<Value, Readonly<Record<string, unknown>>>(jsonSchema);
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID: any letter case in, lower case out (decision 3). */
export const uuid = v.pipe(
  v.string(),
  wireSchema({ type: 'string', format: 'uuid' }),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    if (uuidForm.test(dataset.value)) return dataset.value.toLowerCase();
    addIssue({ message: 'is not a UUID' });
    return NEVER;
  }),
);

/** A date in a response; JSON writes it as ISO 8601 UTC with three fraction digits and `Z` (decision 4). */
export const instant = v.pipe(v.date(), wireSchema({ type: 'string', format: 'date-time' }));

/** The form some platforms print dates in, such as `2026-11-24 03:00:00 +0000` (decision 90). */
const spacedForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})? [+-]\d{2}:?\d{2}$/;
const isoForm = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * Parses ISO 8601 with a time zone, with or without a fraction, and `spacedForm` (core rule 4); undefined for anything
 * else.
 */
function readInstant(text: string): Date | undefined {
  const iso = spacedForm.test(text) ? text.replace(' ', 'T').replace(' ', '') : text;
  const parts = isoForm.exec(iso);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // Date.parse reads 31 February as 3 March; here a date that doesn't exist is an error.
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const instant = new Date(iso);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const maxSeconds = 253402300799;
/** Length of the longest form of a date. */
const maxInstant = '2025-03-01T00:00:00.000000000+00:00'.length;

function readInstantOrSeconds(text: string): Date | undefined {
  if (!/^-?\d{1,12}(\.\d{1,9})?$/.test(text)) return readInstant(text);
  const seconds = Number(text);
  return Math.abs(seconds) <= maxSeconds ? new Date(Math.round(seconds * 1000)) : undefined;
}

function parseText<Value>(read: (text: string) => Value | undefined, complaint: string) {
  return v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value);
    if (value !== undefined) return value;
    addIssue({ message: complaint });
    return NEVER;
  });
}

/** A date in a request body: ISO 8601, or seconds since 1970 as a number or text (core rule 4). */
export const instantInput = v.pipe(
  v.custom<string | number>((input) => typeof input === 'string' || typeof input === 'number', 'must be a date'),
  wireSchema({ type: 'string', format: 'date-time' }),
  v.rawTransform<string | number, Date>(({ dataset, addIssue, NEVER }) => {
    const value = readInstantOrSeconds(String(dataset.value));
    if (value !== undefined) return value;
    addIssue({ message: 'is not an ISO 8601 date with a time zone' });
    return NEVER;
  }),
);

/** What a check may use in addition to the value: valibot passes it to every check. */
export interface CheckContext {
  readonly now?: Date;
}

/** A date in a request body that is in the future when read; the message contains the name. */
export const futureInstantInput = (name: string) =>
  v.pipe(
    instantInput,
    v.rawCheck<Date>(({ dataset, config, addIssue }) => {
      if (!dataset.typed) return;
      const { now } = config as CheckContext;
      if (!now) throw new Error(`the ${name} is read without the current time`);
      if (dataset.value <= now) addIssue({ message: `The ${name} must be in the future.` });
    }),
  );

/** A date in a path: ISO 8601, or seconds since 1970 (core rule 4). */
export const instantInPath = v.pipe(
  v.string(),
  wireSchema({ type: 'string', maxLength: maxInstant, description: 'ISO 8601 date, or seconds since 1970' }),
  parseText(readInstantOrSeconds, 'is not a date: ISO 8601 with a time zone, or seconds since 1970'),
);

function readInteger(text: string): number | undefined {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** An integer in a path, for a caller that checks the bounds itself. */
export const integerInPathCheckedLater = (bounds: { readonly minimum?: number; readonly maximum?: number }) =>
  v.pipe(v.string(), wireSchema({ type: 'integer', ...bounds }), parseText(readInteger, 'is not an integer'));

/** An integer in a path. */
export const integerInPath = integerInPathCheckedLater({});

const int32Limit = 2 ** 31;

/** An integer in JSON, of any size; others check its bounds. */
const describeInteger = (bounds: { readonly minimum: number; readonly maximum: number }) =>
  v.pipe(
    v.number(),
    wireSchema({ type: 'integer', format: 'int32', ...bounds }),
    readNumber(Number.isInteger, 'is not an integer'),
  );

const readNumber = (isRead: (value: number) => boolean, complaint: string) =>
  v.rawTransform<number, number>(({ dataset, addIssue, NEVER }) => {
    if (isRead(dataset.value)) return dataset.value;
    addIssue({ message: complaint });
    return NEVER;
  });

const bounds32 = { minimum: -int32Limit, maximum: int32Limit - 1 };
const isIn32Bits = (value: number): boolean => bounds32.minimum <= value && value <= bounds32.maximum;

const within32Bits = readNumber(isIn32Bits, 'is not a 32-bit integer');

/** An integer in JSON, within 32 bits: larger ones are rejected as unreadable. */
export const integer = v.pipe(describeInteger(bounds32), within32Bits);

/** Like `integer`, for a caller that checks the bounds itself, so all failures of its record are reported together. */
export const integerCheckedLater = (minimum: number, maximum: number) => describeInteger({ minimum, maximum });

/** Like `integer`, with a `minimum`; the message is for a number out of bounds. */
export const integerBetween = (
  message: string,
  { minimum = bounds32.minimum, maximum = bounds32.maximum }: { readonly minimum?: number; readonly maximum?: number },
) =>
  v.pipe(
    describeInteger({ minimum, maximum }),
    within32Bits,
    v.check((value) => minimum <= value && value <= maximum, message),
  );

/** A count, size or id in a response. */
export const wholeNumber = v.pipe(v.number(), v.integer(), wireSchema({ type: 'integer' }));

/** One word of a fixed list, in a path, ignoring case. */
export function wordInPath<const Words extends readonly string[]>(words: Words) {
  const byKey = new Map<string, string>(words.map((word) => [word.toLowerCase(), word]));
  return v.pipe(
    v.string(),
    wireSchema({ type: 'string', enum: [...words] }),
    v.transform((text) => byKey.get(text.toLowerCase()) ?? text),
    v.picklist(words),
  );
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 units that a character may have on average; a family emoji with four skin tones has 19. */
const maxUnitsPerCharacter = 32;

/**
 * Counts user-perceived characters (core rule 11), stopping just above `ceiling`, because input may be huge. Unlimited
 * combining marks on one letter would make a single character of megabytes, so they count as too long.
 */
export function countCharacters(text: string, ceiling: number): number {
  if (text.length > ceiling * maxUnitsPerCharacter) return ceiling + 1;
  // Plain ASCII without line breaks needs no segmentation: CRLF is the only ASCII cluster of two.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > ceiling) break;
  }
  return count;
}

/**
 * A text of `min` to `max` characters, of one or more lines; the message contains the name. Names and titles use
 * `line`.
 */
export function text(name: string, min: number, max: number) {
  return v.pipe(
    v.string(),
    wireSchema({ type: 'string', minLength: min, maxLength: max }),
    v.check(
      (value) => isBetween(value, min, max),
      min > 0
        ? `The ${name} must have ${min} to ${max} characters.`
        : `The ${name} must have at most ${max} characters.`,
    ),
  );
}

/** A whole file as text, bounded by the body limit. */
export const fileAsText = (mediaType: string) =>
  v.pipe(v.string(), wireSchema({ type: 'string', contentMediaType: mediaType }));

/** The OpenAPI schema of a one-line text. */
export const oneLine = 'x-one-line';

/** Restricts a text field to a single line of visible characters (core, Validation; decisions 77 and 87). */
function restrictToOneLine<Schema extends v.GenericSchema<string, string>>(name: string, max: number, schema: Schema) {
  return v.pipe(
    schema,
    wireSchema<string>({ [oneLine]: true }),
    v.rawCheck<string>(({ dataset, addIssue }) => {
      // A text that's far too long is rejected without scanning it.
      if (!dataset.typed || dataset.value.length > max * maxUnitsPerCharacter) return;
      const message = findLineProblem(name, dataset.value);
      if (message !== undefined) addIssue({ message });
    }),
  );
}

/** A name or other one-line text of `min` to `max` characters; empty if `min` is 0, but never blank. */
export const line = (name: string, min: number, max: number) => restrictToOneLine(name, max, text(name, min, max));

/** Like `line`, or empty. */
export const lineOrEmpty = (name: string, min: number, max: number) =>
  restrictToOneLine(name, max, textOrEmpty(name, min, max));

const textOfLength = (min: number, max: number) =>
  v.pipe(v.string(), wireSchema({ type: 'string', minLength: min, maxLength: max }));

/** Like `text`, with surrounding whitespace trimmed before counting (decision 69). */
export const trimmedText = (name: string, min: number, max: number) =>
  v.pipe(textOfLength(min, max), v.trim(), text(name, min, max));

/** Like `line`, with surrounding whitespace trimmed before counting (decision 69). */
export const trimmedLine = (name: string, min: number, max: number) =>
  v.pipe(restrictToOneLine(name, max, textOfLength(min, max)), v.trim(), text(name, min, max));

/** Like `line`, in a path; anything else is a plain 400. */
export const lineInPath = (min: number, max: number) =>
  v.pipe(
    v.string(),
    wireSchema({ type: 'string', minLength: min, maxLength: max }),
    parseText(
      (value) => (isBetween(value, min, max) && findLineProblem('text', value) === undefined ? value : undefined),
      `must have ${min} to ${max} characters, without invisible ones`,
    ),
  );

function isBetween(value: string, min: number, max: number): boolean {
  const length = countCharacters(value, max);
  return length >= min && length <= max;
}

/** A text that's only looked up, such as a name in a path; a longer one is a plain 400, since it isn't a body field. */
export const boundedText = (max: number) =>
  v.pipe(
    v.string(),
    wireSchema({ type: 'string', maxLength: max }),
    parseText((value) => (countCharacters(value, max) <= max ? value : undefined), describeTooLong(max)),
  );

/** Why a text of a path or query is unreadable; the field's name precedes it. */
export const describeTooLong = (max: number): string => `must have at most ${max} characters`;

/** Length at which a search is truncated; the rest is ignored (decision 51). */
export const maxSearch = 300;

export const searchSchema = {
  type: 'string',
  description: `Characters after the first ${maxSearch} are ignored`,
  [truncationKey]: maxSearch,
};

/** Truncates a search, never in the middle of a character. */
export function readSearch(text: string): string {
  if (text.length <= maxSearch) return text;
  const start = text.slice(0, maxSearch * maxUnitsPerCharacter);
  let count = 0;
  for (const { index } of segmenter.segment(start)) {
    if (count === maxSearch) return start.slice(0, index);
    count += 1;
  }
  return start;
}

/** A search in a path. */
export const searchInPath = v.pipe(v.string(), wireSchema(searchSchema), v.transform(readSearch));

/** A list of at most `max` items; the message contains the name. Items of a longer one aren't read. */
export function list<const Item extends v.GenericSchema>(name: string, item: Item, max: number) {
  // Doesn't visit the items, unlike `v.array(v.unknown())`, which takes 30 ms for half a million.
  const anyList = v.custom<readonly unknown[]>((input) => Array.isArray(input), 'must be Array');
  return v.pipe(
    // A pipe has the properties of its first schema, the only one used for the OpenAPI document.
    Object.assign(anyList, { listOf: item }),
    wireSchema({ type: 'array', maxItems: max }),
    v.check((items) => items.length <= max, `The ${name} must have at most ${max} items.`),
    v.array(item),
  );
}

/** Maximum lengths of the keys and texts of a `textMap`, and its maximum size. */
export interface TextMapLimits {
  readonly key: number;
  readonly text: number;
  readonly entries: number;
}

/**
 * Texts by key, such as hints by answer. Any key is accepted, including ones that are special in JavaScript; errors in
 * any of them are reported under the map itself.
 */
export function textMap(name: string, { key, text, entries }: TextMapLimits) {
  const isMap = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input);
  return v.pipe(
    v.custom<object>(isMap, 'must be Object'),
    wireSchema({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: text },
      propertyNames: { maxLength: key },
      maxProperties: entries,
    }),
    v.rawTransform<object, ReadonlyMap<string, string>>(({ dataset, addIssue, NEVER }) => {
      const texts = Object.entries(dataset.value);
      if (texts.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return new Map(texts);
      addIssue({ message: 'has a value that is not a string' });
      return NEVER;
    }),
    v.check((texts) => texts.size <= entries, `The ${name} must have at most ${entries} entries.`),
    v.check(
      (texts) => [...texts.keys()].every((one) => isBetween(one, 0, key)),
      `The keys of the ${name} must have at most ${key} characters.`,
    ),
    v.check(
      (texts) => [...texts.values()].every((one) => isBetween(one, 0, text)),
      `The texts of the ${name} must have at most ${text} characters.`,
    ),
  );
}

/** A text that is a whole body, of 1 to `max` characters; anything else is a plain 400, since it isn't a field. */
export const bodyText = (max: number) =>
  v.pipe(
    v.string(),
    wireSchema({ type: 'string', minLength: 1, maxLength: max }),
    parseText((value) => (isBetween(value, 1, max) ? value : undefined), `must have 1 to ${max} characters`),
  );

/** A text that is empty or has `min` to `max` characters. */
export function textOrEmpty(name: string, min: number, max: number) {
  return v.pipe(
    v.string(),
    wireSchema({ type: 'string', maxLength: max, pattern: `^(?:[\\s\\S]{${min},})?$` }),
    v.check((value) => {
      const length = countCharacters(value, max);
      return length === 0 || (length >= min && length <= max);
    }, `The ${name} must be empty or have ${min} to ${max} characters.`),
  );
}

/** An optional member of a request body: absent and null mean the same (core rule 6). */
export function optionalInput<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

/** Bytes as standard base64 with padding, without a `data:` prefix (core rule 8). */
export const base64 = v.pipe(
  v.string(),
  wireSchema({ type: 'string', contentEncoding: 'base64' }),
  v.rawTransform<string, Buffer>(({ dataset, addIssue, NEVER }) => {
    const bytes = Buffer.from(dataset.value, 'base64');
    // Buffer.from skips invalid characters; the length shows whether it did.
    const padding = dataset.value.endsWith('==') ? 2 : dataset.value.endsWith('=') ? 1 : 0;
    if (dataset.value.length % 4 === 0 && bytes.length === (dataset.value.length / 4) * 3 - padding) return bytes;
    addIssue({ message: 'is not standard base64' });
    return NEVER;
  }),
);

/**
 * A base64 file in a body, streamed to the disk, of more than `above` and less than `below` bytes; the endpoint's
 * `fileMember` names the member.
 */
export const fileInBody = (name: string, { above, below }: { readonly above: number; readonly below: number }) =>
  v.pipe(
    v.custom<ReceivedFile>((input) => input instanceof ReceivedFile, 'must be base64'),
    wireSchema({ type: 'string', contentEncoding: 'base64' }),
    v.check(
      ({ size }) => above < size && size < below,
      `The ${name} must have more than ${above} and less than ${below} bytes.`,
    ),
  );

/** The position of a page in the whole list (core, Records: Paginator). */
export const Paginator = record('Paginator', {
  total: v.pipe(wholeNumber, v.description('Number of entries in the whole list; up to 1,000 for a text search')),
  start: v.pipe(wholeNumber, v.description('Index of the first entry of the page')),
  limit: v.pipe(wholeNumber, v.description('Maximum number of entries on the page')),
});
export type Paginator = v.InferOutput<typeof Paginator>;
