import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { features } from '#contract/features.ts';
import { InvalidSetting } from './env.ts';
import { type JsonLines, locateJson } from './json-lines.ts';

/**
 * A dialect: the words, fields and addresses that some clients use in place of this service's own (decision 92). The
 * file's name is the dialect's name.
 */
const textMatching = (form: RegExp, complaint: string) => v.pipe(v.string(complaint), v.regex(form, complaint));
const fieldName = textMatching(/^[A-Za-z]\w{0,79}$/, 'must be the name of a field');
const word = textMatching(/^[A-Za-z][\w-]{0,79}$/, 'must be a word of letters, digits, - and _');
const account = textMatching(/^[A-Za-z0-9][\w.-]{1,49}$/, 'must be a username');
const path = textMatching(/^(?:\/[\w.~-]+)+$/, 'must be an address such as /chirps');
const pagePath = textMatching(
  /^(?:\/(?:[\w.~-]+|\{\w+\}))+(?:\?[\w=&{}-]+)?$/,
  'must be an address such as /chirps/{id}',
);
const recordField = textMatching(/^(?:\*|[A-Za-z]\w*)\.[A-Za-z]\w*$/, 'must be RECORD.FIELD');
const fieldOrParameter = textMatching(
  /^(?:(?:\*|[A-Za-z]\w*)\.|\?)[A-Za-z]\w*$/,
  'must be RECORD.FIELD, *.FIELD or ?PARAMETER',
);
const headerName = textMatching(/^[\w-]{1,80}$/, 'must be the name of a header');
const text = textMatching(/^[\x20-\x7e]{1,200}$/, 'must be a text of up to 200 plain characters');

/** valibot accepts a list as an object without required members. */
const isObject = (input: unknown): boolean => typeof input === 'object' && input !== null && !Array.isArray(input);
const plainObject = v.custom<Record<string, unknown>>(isObject, 'must be an object');
const optionalNameMap = (key: v.GenericSchema<string, string>, value: v.GenericSchema<string, string>) =>
  v.optional(v.pipe(plainObject, v.record(key, value)), {});

/** How to recognise a client: by a header, its value or the value's prefix, or by a substring of its user agent. */
const ClientMatch = v.pipe(
  v.strictObject({
    header: v.optional(headerName),
    startsWith: v.optional(text),
    userAgent: v.optional(text),
  }),
  v.check(
    ({ header, startsWith, userAgent }) =>
      (header === undefined) !== (userAgent === undefined) && (startsWith === undefined || header !== undefined),
    'must have either a header, with or without startsWith, or a userAgent',
  ),
);

const Dialect = v.strictObject({
  client: v.optional(v.array(ClientMatch, 'must be a list'), []),
  isDefault: v.optional(v.boolean('must be true or false'), false),
  /** Path prefixes below `/api/v3`, the client's and ours. */
  paths: optionalNameMap(path, path),
  /** Fields by our name, each with the client's name. */
  fields: v.optional(
    v.pipe(
      plainObject,
      v.strictObject({ in: optionalNameMap(recordField, fieldName), out: optionalNameMap(recordField, fieldName) }),
    ),
    {},
  ),
  /** Our words, each with the client's, and the fields and query parameters that use them. */
  words: v.optional(
    v.array(
      v.strictObject({ fields: v.array(fieldOrParameter, 'must be a list'), words: optionalNameMap(word, word) }),
      'must be a list',
    ),
    [],
  ),
  /** Names of shared accounts. */
  accounts: optionalNameMap(account, account),
  /** Names of features. */
  features: optionalNameMap(v.picklist(features, 'is not a feature'), word),
  /** Names of client apps for which features can be disabled. */
  apps: v.optional(v.array(textMatching(/^[a-z0-9_-]{1,40}$/, 'must be a lower-case word'), 'must be a list'), []),
  /** Where clients sign in with JSON to get a cookie for their web views, and their name for the cookie. */
  signIn: v.optional(v.strictObject({ path, cookie: textMatching(/^[\w-]{1,80}$/, 'must be the name of a cookie') })),
  /** Paths of pages, the client's and ours; `{name}` matches the same segment in both. */
  pages: optionalNameMap(pagePath, pagePath),
});

/** A dialect as its file declares it. */
export interface DialectFile extends v.InferOutput<typeof Dialect> {
  readonly name: string;
  /** Creates an error about something in the file, at this path. */
  complain(path: readonly (string | number)[], complaint: string): InvalidSetting;
}

/** Reads all dialects in a folder. Throws InvalidSetting naming the file and the line. */
export function readDialectFiles(folder: string): DialectFile[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const files = names.sort().map((name) => readDialectFile(join(folder, name)));
  const [, second] = files.filter(({ isDefault }) => isDefault);
  if (second) throw second.complain(['isDefault'], 'another dialect is the default too');
  return files;
}

function readDialectFile(file: string): DialectFile {
  const name = basename(file, '.json');
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name) || name === 'none')
    throw new InvalidSetting(file, 'must be named with up to 40 lower-case letters, digits and -, and not none');
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const json = parseJson(text, file);
  const lines = locateJson(text);
  const complain = createErrorReporter(file, lines);
  if (lines.twice) throw complain(lines.twice, 'is there twice');
  const { success, output, issues } = v.safeParse(v.pipe(plainObject, Dialect), json);
  if (success) return { ...output, name, complain };
  const [issue] = issues;
  throw complain(readIssuePath(issue), describeIssue(issue));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const line = text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
    throw new InvalidSetting(`${file}, line ${line}:`, 'this is not JSON');
  }
}

const createErrorReporter =
  (file: string, lines: JsonLines): DialectFile['complain'] =>
  (path, complaint) => {
    const what = path.length === 0 ? 'the file' : path.join(' → ');
    return new InvalidSetting(`${file}, line ${lines.find(path)}:`, `${what} ${complaint}`);
  };

const readIssuePath = ({ path }: v.BaseIssue<unknown>): (string | number)[] =>
  (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

function describeIssue({ expected, received, message }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is not known here';
  if (received === 'undefined') return 'is missing';
  return message.startsWith('Invalid') ? 'must be an object' : message;
}
