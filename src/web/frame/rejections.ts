import type { Endpoint } from '#contract/endpoint.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { Answer, Question } from '#http/ask.ts';
import type { Visit } from '../visit.ts';

/** What work gives; undefined where it is rejected in one of these ways. */
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

/** What a call answers; undefined where what it is about is gone, hidden from the viewer, or switched off. */
export const askOptional = <D extends Endpoint>(
  visit: Visit,
  endpoint: D,
  question: Question<D>,
): Promise<Answer<D> | undefined> => orUndefinedOn(visit.askIfAllowed(endpoint, question), ['not-found', 'forbidden']);
