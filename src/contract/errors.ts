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

/** A 400 for one field of the body, in the form of a validation failure (core rules 17 and 18). */
export function invalidField(path: string, reason: string): AppError {
  return new AppError('invalid', reason, { fieldErrors: { [path]: reason } });
}

/** The body of every error response (core, Records: ErrorResponse). */
export const ErrorResponse = record('ErrorResponse', {
  error: v.literal(true),
  status: v.number(),
  reason: v.string(),
  fieldErrors: v.optional(v.record(v.string(), v.string())),
});
export type ErrorResponse = v.InferOutput<typeof ErrorResponse>;
