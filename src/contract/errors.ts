import * as v from 'valibot';
import { record } from './record.ts';

/** The few ways in which a call can be rejected. `http/errors.ts` maps each to its status. */
export type ErrorCode =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-slow'
  | 'too-large'
  | 'unprocessable'
  | 'too-many'
  | 'disabled'
  | 'unavailable';

interface ErrorDetails {
  /** Field path to message; validation failures only (core rule 17). */
  readonly fieldErrors?: Readonly<Record<string, string>>;
  /** Response headers, such as `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rejection that the caller is meant to read: one sentence that names the thing and ends in a full stop. Anything else thrown is a defect and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, reason: string, details: ErrorDetails = {}) {
    super(reason);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** A 404 that names what is missing: `notFound('user')` says "User not found." */
export const notFound = (what: string) =>
  new AppError('not-found', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
export const forbidden = (reason: string) => new AppError('forbidden', reason);
export const conflict = (reason: string) => new AppError('conflict', reason);
/** A 400 that belongs to no field of the body. */
export const malformed = (reason: string) => new AppError('malformed', reason);

/** A 429 that tells when to come again, in whole seconds. */
export function tooMany(reason: string, waitMilliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  return new AppError('too-many', reason, { headers: { 'retry-after': String(seconds) } });
}

/** What is wrong with one field of the body: its full path (core rule 18), and a sentence. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Further failures are in the reason alone (core rule 17). */
const maxFieldErrors = 10;

/** A 400 that names all that is wrong with a body, in the order of the checks (core rule 17). */
export function invalidFields(problems: readonly FieldProblem[]): AppError {
  const byPath = Map.groupBy(problems.slice(0, maxFieldErrors), ({ path }) => path);
  const fieldErrors = [...byPath].map(([path, there]) => [path, joinMessages(there, ' and ')]);
  return new AppError('invalid', joinMessages(problems, '; '), { fieldErrors: Object.fromEntries(fieldErrors) });
}

/** A 400 for one field of the body, in the form of a validation failure (core rules 17 and 18). */
export const invalidField = (path: string, message: string): AppError => invalidFields([{ path, message }]);

const joinMessages = (problems: readonly FieldProblem[], separator: string): string =>
  joinSentences(
    problems.map(({ message }) => message),
    separator,
  );

/** Several sentences as one: only the last keeps its full stop. */
export const joinSentences = (sentences: readonly string[], separator: string): string =>
  sentences
    .map((sentence, index) => (index < sentences.length - 1 ? sentence.replace(/\.$/, '') : sentence))
    .join(separator);

/** The body of every error response (core, Records: ErrorResponse). */
export const ErrorResponse = record('ErrorResponse', {
  error: v.pipe(v.literal(true), v.description('Always true')),
  status: v.pipe(v.number(), v.description('Status of the response')),
  reason: v.pipe(v.string(), v.description('What went wrong and what to do, for people to read')),
  fieldErrors: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description('What’s wrong with each invalid field of the body, by its path such as `images.0.image`'),
  ),
});
export type ErrorResponse = v.InferOutput<typeof ErrorResponse>;
