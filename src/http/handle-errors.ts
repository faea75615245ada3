import type { Hono } from 'hono';
import { AppError, notFound } from '#contract/errors.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { findDialect } from './dialects/edge.ts';
import { buildErrorResponse, describeTrouble, isDefect, isMachineTrouble, isTooMany } from './error-response.ts';
import { type Environment, type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { getRequestScope, runForRequest } from './request-scope.ts';
import { buildJsonResponse, buildPreflightResponse, readResponseOptions } from './response.ts';

/** Methods that some endpoint may accept; all others are unknown everywhere. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Responds with an error page for people; returns undefined if the client is a program. */
export type ShowError = (incoming: Incoming, error: Error) => Response | Promise<Response> | undefined;

/** Responds to unknown paths, preflights and everything thrown, with one form for all errors. */
export function handleErrors(app: Hono<Environment>, ports: ServerPorts, show: ShowError = () => undefined): void {
  app.notFound((incoming) => {
    if (incoming.req.method === 'OPTIONS') return buildPreflightResponse(incoming.env.incoming);
    if (knownMethods.has(incoming.req.method)) throw notFound('address', 'addressNotFound');
    throw new AppError('methodNotAllowed', 'Method not allowed here.', {
      headers: { allow: [...knownMethods].join(', ') },
    });
  });
  app.onError((error, incoming) => {
    const options = readResponseOptions(incoming.env.incoming);
    runForRequest(incoming, ports, () => reportError(error, incoming, ports));
    const { body, status, headers } = buildErrorResponse(error, options.requestID, ports.strict);
    const build = () => {
      const said = findDialect(incoming.env.incoming)?.writeError(body) ?? body;
      return show(incoming, error) ?? buildJsonResponse(JSON.stringify(said), status, options, headers);
    };
    const wait = status < 500 ? countError(incoming, ports) : undefined;
    return wait ? wait.then(build) : build();
  });
}

const countError = ({ env }: Incoming, { errorDelay, trustedProxies }: ServerPorts): Promise<void> | undefined =>
  errorDelay.count(getNetwork(readClientAddress(env.incoming, trustedProxies)));

/**
 * Logs a line for each defect, and a limited number per minute for clients that exceed their limit; nothing for each of
 * many calls that meet the same problem.
 */
function reportError(error: Error, incoming: Incoming, ports: ServerPorts): void {
  const { log, minuteLog, conditions } = ports;
  const isConfidential = getRequestScope(incoming, ports).isConfidential ?? false;
  const request = isConfidential ? {} : { method: incoming.req.method, path: incoming.req.path };
  if (isDefect(error)) {
    minuteLog.sample(`failed: ${error.message.slice(0, 100)}`, () =>
      log.error({ ...request, stack: error.stack }, `a request failed: ${error.message}`),
    );
  } else if (isMachineTrouble(error)) {
    const { state, sentence } = describeTrouble(error);
    conditions.begin(state, sentence);
  } else if (isTooMany(error) && !isConfidential) {
    minuteLog.sample(`429 ${incoming.req.method} ${incoming.req.routePath}`, () =>
      log.info({ ...request, reason: error.message }, 'client exceeded its rate limit (429)'),
    );
  }
}
