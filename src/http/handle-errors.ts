import type { Hono } from 'hono';
import { AppError, notFound } from '#contract/errors.ts';
import type { Log } from '#platform/log.ts';
import { buildErrorResponse, isDefect, isTrouble } from './error-response.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { buildJsonResponse, buildPreflightResponse, readResponseOptions } from './response.ts';

/** Methods that some endpoint may take; any other is unknown everywhere. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Responds to an error as people read it; undefined where it was a program that asked. */
export type ShowError = (incoming: Incoming, error: Error) => Response | Promise<Response> | undefined;

/** Responds to unknown paths, preflights, and everything that is thrown, in the one form of all errors. */
export function handleErrors(app: Hono<Environment>, ports: ServerPorts, show: ShowError = () => undefined): void {
  app.notFound((incoming) => {
    if (incoming.req.method === 'OPTIONS') return buildPreflightResponse(incoming.env.incoming);
    if (knownMethods.has(incoming.req.method)) throw notFound('address');
    throw new AppError('method-not-allowed', 'No address takes this method.', {
      headers: { allow: [...knownMethods].join(', ') },
    });
  });
  app.onError((error, incoming) => {
    const options = readResponseOptions(incoming.env.incoming);
    reportError(error, options.requestID, incoming, ports.log);
    const shown = show(incoming, error);
    if (shown) return shown;
    const { body, status, headers } = buildErrorResponse(error, options.requestID, ports.strict);
    return buildJsonResponse(JSON.stringify(body), status, options, headers);
  });
}

function reportError(error: Error, requestID: string, incoming: Incoming, log: Log): void {
  const request = { requestID, method: incoming.req.method, path: incoming.req.path };
  if (isDefect(error)) log.error({ ...request, stack: error.stack }, `a request failed: ${error.message}`);
  else if (isTrouble(error)) log.warn({ ...request, error: error.message }, 'a request could not be served');
}
