import type { Hono } from 'hono';
import { AppError, notFound } from '#contract/errors.ts';
import type { Log } from '#platform/log.ts';
import { buildErrorResponse, isDefect, isTrouble } from './error-response.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { buildEmptyResponse, buildJsonResponse, noOptions, preflightHeaders } from './response.ts';

/** Methods that some endpoint may take; any other is unknown everywhere. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Responds to unknown paths, preflights, and everything that is thrown, in the one form of all errors. */
export function handleErrors(app: Hono<Environment>, ports: ServerPorts): void {
  const boot = Date.now().toString(36);
  let serial = 0;
  app.notFound((incoming) => {
    if (incoming.req.method === 'OPTIONS') return buildEmptyResponse(204, preflightHeaders);
    if (knownMethods.has(incoming.req.method)) throw notFound('address');
    throw new AppError('method-not-allowed', 'No address takes this method.', {
      headers: { allow: [...knownMethods].join(', ') },
    });
  });
  app.onError((error, incoming) => {
    serial += 1;
    const requestID = `${boot}-${serial.toString(36)}`;
    reportError(error, requestID, incoming, ports.log);
    const response = buildErrorResponse(error, requestID, ports.strict);
    return buildJsonResponse(JSON.stringify(response.body), response.status, noOptions, response.headers);
  });
}

function reportError(error: Error, requestID: string, incoming: Incoming, log: Log): void {
  const request = { requestID, method: incoming.req.method, path: incoming.req.path };
  if (isDefect(error)) log.error({ ...request, stack: error.stack }, `a request failed: ${error.message}`);
  else if (isTrouble(error)) log.warn({ ...request, error: error.message }, 'a request could not be served');
}
