import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CodeWithStatus } from '#contract/error-codes.ts';
import { type AppError, invalidFields, joinSentences, malformed } from '#contract/errors.ts';
import type { CheckContext } from '#contract/fields.ts';
import { shorten } from '#platform/text/lines.ts';

type Issue = v.BaseIssue<unknown>;

/** How many errors a message names, and how much of a value it quotes. */
const maxListedErrors = 10;
const maxQuoteLength = 60;

/** Parses a body, at a given time if that matters. Throws one AppError with all errors (core rules 17 to 19). */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  moment: CheckContext = {},
  unreadable: CodeWithStatus<400> = 'wrongType',
): v.InferOutput<Schema> {
  // valibot accepts an array as an object without required members.
  if (schema.type === 'object' && Array.isArray(input))
    throw malformed('The request must be Object, not Array.', 'wrongType');
  // Does what `v.safeParse` does, which passes on only its own settings.
  const { issues, value } = schema['~run']({ value: input }, moment as v.Config<Issue>);
  // Without an issue the value has the schema's output type.
  if (!issues) return value as v.InferOutput<Schema>;
  throw toAppError(issues, unreadable);
}

/** Like `parse`, for the parameters of a path. */
export const parsePath = <Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> =>
  parse(schema, input, {}, 'invalidPath');

/** Like `parse`, for the parameters of a query. */
export const parseQuery = <Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> =>
  parse(schema, input, {}, 'invalidQuery');

/** Like `parse`, for the body of a call. An invalid plain-text body is malformed: it has no fields of a wrong type. */
export const parseBody = (
  { bodyFormat }: Pick<Endpoint, 'bodyFormat'>,
  body: v.GenericSchema,
  input: unknown,
  moment: CheckContext,
): unknown => parse(body, input, moment, bodyFormat === 'text' ? 'malformed' : 'wrongType');

/** Like `parse`, for one item of a list: returns the issues, with the item's index in their paths. */
export function collectIssues(
  item: v.GenericSchema,
  input: unknown,
  index: number,
  moment: CheckContext,
): { readonly value: unknown; readonly issues: readonly Issue[] | undefined } {
  const { issues, value } = item['~run']({ value: input }, moment as v.Config<Issue>);
  const place = { type: 'array', origin: 'value', input: [], key: index, value: input } as const;
  const prefix = ({ path, ...issue }: Issue): Issue => ({ ...issue, path: path ? [place, ...path] : [place] });
  return { value, issues: issues?.map(prefix) };
}

/** Throws one AppError with all of these issues (core rules 17 to 19); does nothing if there are none. */
export function rejectIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw toAppError(issues, 'wrongType');
}

/** Unreadable values are a plain 400 with this code; other messages are listed by field. */
function toAppError(issues: readonly Issue[], code: CodeWithStatus<400>): AppError {
  const unreadable = issues.filter(isUnreadable);
  if (unreadable.length > 0) {
    const named = issues.filter(({ kind }) => kind !== 'validation');
    return malformed(joinSentences(named.slice(0, maxListedErrors).map(describeIssue), '; '), code);
  }
  return invalidFields(
    issues.map((issue) => ({ path: formatPath(issue) || 'general', message: describeIssue(issue) })),
  );
}

const isUnreadable = (issue: Issue): boolean =>
  issue.kind !== 'validation' && !isMissing(issue) && !isUnknownWord(issue);
/** A null member counts as absent (core rule 6); a null item of a list doesn't. */
const isMissing = ({ kind, received, path }: Issue): boolean =>
  kind === 'schema' &&
  (received === 'undefined' || (received === 'null' && path !== undefined && typeof path.at(-1)?.key === 'string'));
const isUnknownWord = ({ type, input }: Issue): boolean => type === 'picklist' && typeof input === 'string';

function describeIssue(issue: Issue): string {
  if (issue.kind === 'validation') return issue.message;
  const path = formatPath(issue);
  const subject = path === '' ? 'The request' : `The field ${path}`;
  if (issue.kind === 'transformation') return `${subject} ${issue.message}.`;
  const words = issue.type === 'picklist' ? listWords(issue) : undefined;
  if (isMissing(issue)) return words ? `${subject} is missing: it is one of ${words}.` : `${subject} is missing.`;
  if (issue.type === 'custom') return `${subject} ${issue.message}, not ${shorten(issue.received, maxQuoteLength)}.`;
  if (words && isUnknownWord(issue)) return `${subject} must be one of ${words}.`;
  return `${subject} must be ${shorten(issue.expected ?? 'something else', maxQuoteLength)}, not ${shorten(issue.received, maxQuoteLength)}.`;
}

/** The words of a picklist in the form its issue lists them: `("a" | "b")`. */
const listWords = ({ expected }: Issue): string =>
  (expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((word) => word.replace(/^"|"$/g, '') || 'or empty')
    .join(', ');

function formatPath(issue: Issue): string {
  return (issue.path ?? []).map((item) => String(item.key)).join('.');
}

/** The query of a URL as it was sent. */
export function readRawQuery(url = ''): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** Returns the query by name, each name with its values in order; `key[]` counts as `key`. */
export function readQueryValues(rawQuery: string): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null);
  for (const [key, value] of splitQuery(rawQuery)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    byName[name] ??= [];
    byName[name].push(value);
  }
  return byName;
}

/** Most queries contain nothing that's encoded; splitting those is far cheaper than the general parser. */
function splitQuery(rawQuery: string): Iterable<[string, string]> {
  if (rawQuery === '') return [];
  if (/[%+]/.test(rawQuery)) return new URLSearchParams(rawQuery);
  return rawQuery
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const sign = part.indexOf('=');
      return sign < 0 ? [part, ''] : [part.slice(0, sign), part.slice(sign + 1)];
    });
}

/** Throws unless a response is exactly the declared record; used in development and tests. */
export function checkResponse(schema: v.GenericSchema, value: unknown, where: string): void {
  const result = v.safeParse(schema, value);
  if (result.success) return;
  const problems = result.issues
    .slice(0, maxListedErrors)
    .map((issue) => `${formatPath(issue) || '(root)'}: ${issue.message}`);
  throw new Error(`the response of ${where} breaks its record: ${problems.join('; ')}`);
}
