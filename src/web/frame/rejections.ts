import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { Answer, Question } from '#http/ask.ts';
import type { Visit } from '../visit.ts';

/** Returns the result of `work`, or undefined if it's rejected with one of these codes. */
export async function orUndefinedOn<Value>(
  work: Promise<Value>,
  codes: readonly ErrorCode[],
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Returns the answer of a call, or undefined if its subject is deleted, hidden from the viewer or switched off. */
export const askOptional = <D extends Endpoint>(
  visit: Visit,
  endpoint: D,
  question: Question<D>,
): Promise<Answer<D> | undefined> => orUndefinedOn(visit.askIfAllowed(endpoint, question), ['not-found', 'forbidden']);
