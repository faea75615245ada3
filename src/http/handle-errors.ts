import type { Hono } from 'hono';
import { AppError, notFound } from '#contract/errors.ts';
import { findDialect } from './dialects/edge.ts';
import { buildErrorResponse, describeTrouble, isDefect, isTooMany, isTrouble } from './error-response.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { runForRequest } from './request-scope.ts';
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
    runForRequest(incoming, ports, () => reportError(error, incoming, ports));
    const shown = show(incoming, error);
    if (shown) return shown;
    const { body, status, headers } = buildErrorResponse(error, options.requestID, ports.strict);
    const said = findDialect(incoming.env.incoming)?.writeError(body) ?? body;
    return buildJsonResponse(JSON.stringify(said), status, options, headers);
  });
}

/** One line for a defect, and for anyone who asks too often, but no more than a few a minute; none for each of many that meet the same trouble. */
function reportError(error: Error, incoming: Incoming, { log, minuteLog, conditions }: ServerPorts): void {
  const request = { method: incoming.req.method, path: incoming.req.path };
  if (isDefect(error)) {
    minuteLog.sample(`failed: ${error.message.slice(0, 100)}`, () =>
      log.error({ ...request, stack: error.stack }, `a request failed: ${error.message}`),
    );
  } else if (isTrouble(error)) {
    const { state, sentence } = describeTrouble(error);
    conditions.begin(state, sentence);
  } else if (isTooMany(error)) {
    minuteLog.sample(`429 ${request.method} ${incoming.req.routePath}`, () =>
      log.info({ ...request, reason: error.message }, 'client exceeded its rate limit (429)'),
    );
  }
}
