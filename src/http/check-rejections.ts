import { AppError } from '#contract/errors.ts';
import { listRejections } from './description/errors.ts';
import type { Incoming } from './ports.ts';
import type { Route } from './route-table.ts';
import type { MaybePromise } from './run-handler.ts';

type Respond = (incoming: Incoming) => MaybePromise<Response>;

/** Makes a defect of every error whose code the call doesn't list (decision 91): for development and tests. */
export function checkRejections({ declaration, method, path }: Route, respond: Respond): Respond {
  const check = (error: unknown): never => {
    if (!(error instanceof AppError)) throw error;
    if (listRejections(declaration, { method, path, primary: true }).includes(error.code)) throw error;
    throw new Error(`${method} ${path} lacks '${error.code}' among what it rejects: ${error.message}`);
  };
  return (incoming) => {
    try {
      const response = respond(incoming);
      return response instanceof Promise ? response.catch(check) : response;
    } catch (error) {
      return check(error);
    }
  };
}
