import * as v from 'valibot';
import { AppError, malformed } from '#contract/errors.ts';

type Issue = v.BaseIssue<unknown>;

const maxFieldErrors = 10;
const maxQuote = 60;

function formatPath(issue: Issue): string {
  return (issue.path ?? []).map((item) => String(item.key)).join('.');
}

function shorten(text: string): string {
  return text.length <= maxQuote ? text : `${text.slice(0, maxQuote)}…`;
}

/** One sentence for a value that could not be read at all. */
function describeUnreadable(issue: Issue): string {
  const path = formatPath(issue);
  const subject = path === '' ? 'The request' : `The field ${path}`;
  if (issue.kind !== 'schema') return `${subject} ${issue.message}.`;
  if (issue.received === 'undefined') return `${subject} is missing.`;
  return `${subject} must be ${shorten(issue.expected ?? 'something else')}, not ${shorten(issue.received)}.`;
}

/** All broken limits by field path, at most ten of them; two on one path are joined (core rule 17). */
function collectFieldErrors(issues: readonly Issue[]): Record<string, string> {
  const byPath = new Map<string, string>();
  for (const issue of issues.slice(0, maxFieldErrors)) {
    const path = formatPath(issue) || 'general';
    const before = byPath.get(path);
    byPath.set(path, before === undefined ? issue.message : `${before} ${issue.message}`);
  }
  return Object.fromEntries(byPath);
}

/** Reads a value from outside. Throws one AppError that names everything wrong with it (core rules 17 to 19). */
export function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  // The library takes a list for an object as long as no member is required.
  if (schema.type === 'object' && Array.isArray(input)) throw malformed('The request must be Object, not Array.');
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const unreadableOnes = result.issues.filter((issue) => issue.kind !== 'validation');
  if (unreadableOnes.length > 0) {
    throw malformed(unreadableOnes.slice(0, maxFieldErrors).map(describeUnreadable).join(' '));
  }
  const reason = result.issues.map((issue) => issue.message).join(' ');
  throw new AppError('invalid', reason, { fieldErrors: collectFieldErrors(result.issues) });
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
    .slice(0, maxFieldErrors)
    .map((issue) => `${formatPath(issue) || '(root)'}: ${issue.message}`);
  throw new Error(`the response of ${where} breaks its record: ${problems.join('; ')}`);
}
