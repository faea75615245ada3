import * as v from 'valibot';
import { type CodeWithStatus, type ErrorCode, errorCodes, listErrorCodes } from './error-codes.ts';
import { record } from './record.ts';

interface ErrorDetails {
  /** Messages by field path; validation failures only (core rule 17). */
  readonly fieldErrors?: Readonly<Record<string, string>>;
  /** Response headers, such as `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A rejection that the caller can read: one sentence that names the thing and ends in a full stop. Anything else thrown
 * is a defect and becomes a 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, reason: string, details: ErrorDetails = {}) {
    super(reason);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** Follows from the code. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Creates a 404 that names what is missing: `notFound('user')` has the message "User not found." */
export const notFound = (what: string, code: CodeWithStatus<404> = 'notFound') =>
  new AppError(code, `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
export const forbidden = (code: CodeWithStatus<403>, reason: string) => new AppError(code, reason);
export const conflict = (code: CodeWithStatus<409>, reason: string) => new AppError(code, reason);
/** Creates a 400 that belongs to no field of the body. Its code says more where apps must tell the cause apart. */
export const malformed = (reason: string, code: CodeWithStatus<400> = 'malformed') => new AppError(code, reason);

/** Creates a 429 with the time to wait, in whole seconds. */
export function tooMany(reason: string, waitMilliseconds: number, headers: ErrorDetails['headers'] = {}): AppError {
  const seconds = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  return new AppError('tooManyRequests', reason, { headers: { ...headers, 'retry-after': String(seconds) } });
}

/** An error in one field of the body: its full path (core rule 18), and a sentence. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Further failures are only in the reason (core rule 17). */
const maxFieldErrors = 10;

/** Creates a 400 with all errors in a body, in the order of the checks (core rule 17). */
export function invalidFields(problems: readonly FieldProblem[]): AppError {
  const byPath = Map.groupBy(problems.slice(0, maxFieldErrors), ({ path }) => path);
  const fieldErrors = [...byPath].map(([path, there]) => [path, joinMessages(there, ' and ')]);
  return new AppError('invalidFields', joinMessages(problems, '; '), { fieldErrors: Object.fromEntries(fieldErrors) });
}

/** Creates a 400 for one field of the body, in the form of a validation failure (core rules 17 and 18). */
export const invalidField = (path: string, message: string): AppError => invalidFields([{ path, message }]);

const joinMessages = (problems: readonly FieldProblem[], separator: string): string =>
  joinSentences(
    problems.map(({ message }) => message),
    separator,
  );

/** Joins several sentences into one: only the last keeps its full stop. */
export const joinSentences = (sentences: readonly string[], separator: string): string =>
  sentences
    .map((sentence, index) => (index < sentences.length - 1 ? sentence.replace(/\.$/, '') : sentence))
    .join(separator);

/** The body of every error response (core, Records: ErrorResponse). */
export const ErrorResponse = record('ErrorResponse', {
  error: v.pipe(v.literal(true), v.description('Always true')),
  status: v.pipe(v.number(), v.integer(), v.description('Status of the response')),
  code: v.pipe(
    v.picklist(listErrorCodes()),
    v.description('The cause, in a word that never changes; `x-error-codes` says what each means'),
  ),
  reason: v.pipe(v.string(), v.description('What went wrong and what to do, for people to read')),
  fieldErrors: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description('What’s wrong with each invalid field of the body, by its path such as `images.0.image`'),
  ),
});
export type ErrorResponse = v.InferOutput<typeof ErrorResponse>;
