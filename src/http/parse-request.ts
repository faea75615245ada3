import * as v from 'valibot';
import { type AppError, invalidFields, joinSentences, malformed } from '#contract/errors.ts';
import type { Moment } from '#contract/fields.ts';

type Issue = v.BaseIssue<unknown>;

/** Issues that mean the value is unreadable. */
const maxNamed = 10;
const maxQuote = 60;

/** Parses input, at a given time if that matters. Throws one AppError with all errors (core rules 17 to 19). */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  moment: Moment = {},
): v.InferOutput<Schema> {
  // valibot accepts a list as an object without required members.
  if (schema.type === 'object' && Array.isArray(input)) throw malformed('The request must be Object, not Array.');
  // What `v.safeParse` does, which however hands on nothing but its own settings.
  const { issues, value } = schema['~run']({ value: input }, moment as v.Config<Issue>);
  // Without an issue the value has the schema's output type.
  if (!issues) return value as v.InferOutput<Schema>;
  throw toAppError(issues);
}

/** As `parse`, for one item of a list: what is wrong with it is returned, under its place in the list. */
export function collectIssues(
  item: v.GenericSchema,
  input: unknown,
  index: number,
  moment: Moment,
): { readonly value: unknown; readonly issues: readonly Issue[] | undefined } {
  const { issues, value } = item['~run']({ value: input }, moment as v.Config<Issue>);
  const place = { type: 'array', origin: 'value', input: [], key: index, value: input } as const;
  const prefix = ({ path, ...issue }: Issue): Issue => ({ ...issue, path: path ? [place, ...path] : [place] });
  return { value, issues: issues?.map(prefix) };
}

/** Throws one AppError that names all of these (core rules 17 to 19); does nothing when there are none. */
export function rejectIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw toAppError(issues);
}

/** Values that cannot be read at all are a plain 400; otherwise each message stands under its field. */
function toAppError(issues: readonly Issue[]): AppError {
  const unreadable = issues.filter(isUnreadable);
  if (unreadable.length > 0) {
    const named = issues.filter(({ kind }) => kind !== 'validation');
    return malformed(joinSentences(named.slice(0, maxNamed).map(describeIssue), '; '));
  }
  return invalidFields(
    issues.map((issue) => ({ path: formatPath(issue) || 'general', message: describeIssue(issue) })),
  );
}

const isUnreadable = (issue: Issue): boolean =>
  issue.kind !== 'validation' && !isMissing(issue) && !isUnknownWord(issue);
/** A member that is null is as good as absent (core rule 6); an item of a list is not. */
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
  if (issue.type === 'custom') return `${subject} ${issue.message}, not ${shorten(issue.received)}.`;
  if (words && isUnknownWord(issue)) return `${subject} must be one of ${words}.`;
  return `${subject} must be ${shorten(issue.expected ?? 'something else')}, not ${shorten(issue.received)}.`;
}

/** The words of a picklist, as its issue lists them: `("a" | "b")`. */
const listWords = ({ expected }: Issue): string =>
  (expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((word) => word.replace(/^"|"$/g, '') || 'or empty')
    .join(', ');

function formatPath(issue: Issue): string {
  return (issue.path ?? []).map((item) => String(item.key)).join('.');
}

function shorten(text: string): string {
  return text.length <= maxQuote ? text : `${text.slice(0, maxQuote)}…`;
}

/** The query of an address, as it was sent. */
export function readRawQuery(url = ''): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The query by name, each with its values in order; `key[]` counts as `key`. */
export function readQueryValues(rawQuery: string): Record<string, string[]> {
  const byName: Record<string, string[]> = Object.create(null);
  for (const [key, value] of splitQuery(rawQuery)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    byName[name] ??= [];
    byName[name].push(value);
  }
  return byName;
}

/** Most queries hold nothing that is encoded; cutting those apart costs a fraction of the general way. */
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

/** Throws when a response is not exactly the record it was declared to be; used in development and tests. */
export function checkResponse(schema: v.GenericSchema, value: unknown, where: string): void {
  const result = v.safeParse(schema, value);
  if (result.success) return;
  const problems = result.issues
    .slice(0, maxNamed)
    .map((issue) => `${formatPath(issue) || '(root)'}: ${issue.message}`);
  throw new Error(`the response of ${where} breaks its record: ${problems.join('; ')}`);
}
