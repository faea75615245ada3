import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { CallInput, CallResult } from '#http/in-process-calls.ts';
import type { Visit } from '../visit.ts';

/** Returns the result of `work`, or undefined if it's rejected with one of these statuses. */
export async function orUndefinedOn<Value>(
  work: Promise<Value>,
  statuses: readonly number[],
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

/** Returns the answer of a call, or undefined if its subject is deleted, hidden from the viewer or switched off. */
export const askOptional = <D extends Endpoint>(
  visit: Visit,
  endpoint: D,
  question: CallInput<D>,
): Promise<CallResult<D> | undefined> => orUndefinedOn(visit.askIfAllowed(endpoint, question), [404, 403]);
