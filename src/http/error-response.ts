import { randomInt } from 'node:crypto';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { AppError, type ErrorResponse } from '#contract/errors.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { LimiterFull } from '#platform/limits/limiter.ts';
import { findMachineTrouble, type MachineTrouble } from '#platform/machine/machine-trouble.ts';

/** An error as it's sent. */
export interface ErrorResponseParts {
  readonly status: number;
  readonly body: ErrorResponse;
  readonly headers: Readonly<Record<string, string>>;
}

/** Builds the body of an error outside of the request pipeline. */
export const formatError = (code: ErrorCode, reason: string): string =>
  JSON.stringify({ error: true, status: errorCodes[code].status, code, reason } satisfies ErrorResponse);

/** Temporary statuses: every response with one of these says when to retry. */
const temporaryStatuses: ReadonlySet<number> = new Set([
  errorCodes.tooManyRequests.status,
  errorCodes.unavailable.status,
]);

/** Returns the seconds after which to retry: at random, so that those who were rejected together don't return together. */
export const chooseRetryAfter = (): string => String(randomInt(5, 16));

/** Recognises temporary problems of the machine, which aren't defects. */
const toAppError = (error: unknown): AppError | undefined => (error instanceof Error ? translate(error) : undefined);

/** Once, because an error is looked at several times, and an overloaded server rejects many: 9 instead of 20 µs for each. */
const translate = computeOncePerObject((error: Error): AppError | undefined => {
  if (error instanceof AppError) return error;
  if (error instanceof LimiterFull)
    return new AppError(error.isOwnShare ? 'tooManyRequests' : 'unavailable', `${error.message} Please try again.`);
  const trouble = findMachineTrouble(error);
  return trouble && new AppError('unavailable', trouble.sentence);
});

/** Whether this is a defect in our own code, which is logged with its stack. */
export const isDefect = (error: unknown): boolean => toAppError(error) === undefined;

/** Whether the crew should be notified although it isn't a defect: a full disk, an overload. */
export const isMachineTrouble = (error: unknown): boolean =>
  !(error instanceof AppError) && !isClientOverLimit(error) && !isDefect(error);

/** Returns the message for the crew about an error that `isMachineTrouble`. */
export function describeTrouble(error: unknown): MachineTrouble {
  const sentence = error instanceof Error ? error.message : String(error);
  return findMachineTrouble(error) ?? { state: 'overload', sentence };
}

/** Whether the client was asked to retry later because it exceeded its share. */
export const isTooMany = (error: unknown): boolean => toAppError(error)?.code === 'tooManyRequests';

/** A client that exceeds its share isn't machine trouble. */
const isClientOverLimit = (error: unknown): boolean => error instanceof LimiterFull && error.isOwnShare;

/**
 * Builds the response to a thrown error. Only `exposeDefects` shows the text of a defect, and it's off in production.
 */
export function buildErrorResponse(error: unknown, requestID: string, exposeDefects: boolean): ErrorResponseParts {
  const rejection = toAppError(error);
  if (!rejection) {
    const text = exposeDefects && error instanceof Error ? error.message : 'Something went wrong in the server.';
    const reason = `${text} (request ${requestID})`;
    return { status: 500, headers: {}, body: { error: true, status: 500, code: 'serverError', reason } };
  }
  const { code, status, details } = rejection;
  const { fieldErrors, headers } = details;
  return {
    status,
    headers: { ...(temporaryStatuses.has(status) && { 'retry-after': chooseRetryAfter() }), ...headers },
    body: { error: true, status, code, reason: rejection.message, ...(fieldErrors && { fieldErrors }) },
  };
}
