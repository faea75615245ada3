import type { Method } from '#contract/endpoint.ts';
import { type RequestScope, runInScope } from '#platform/observing/request-scope.ts';
import { buildErrorResponse } from './error-response.ts';
import type { Incoming, ServerPorts } from './ports.ts';
import { getRequestScope } from './request-scope.ts';
import type { MaybePromise } from './run-handler.ts';

type RecordingPorts = Pick<ServerPorts, 'metrics' | 'log' | 'minuteLog' | 'trustedProxies'>;

interface RecordedRoute {
  readonly method: Method;
  readonly path: string;
  /** Recorded nowhere (moderation rule S10). */
  readonly isConfidential?: boolean | undefined;
}

/** Records requests in log and metrics, with errors by their status. */
export function recordRequests(
  { method, path, isConfidential = false }: RecordedRoute,
  ports: RecordingPorts,
  respond: (incoming: Incoming) => MaybePromise<Response>,
): (incoming: Incoming) => MaybePromise<Response> {
  if (isConfidential) return respondWithoutRecording(ports, respond);
  const count = ports.metrics.routeCounter(method, path);
  const route = `${method} ${path}`;

  function record(incoming: Incoming, scope: RequestScope, started: number, status: number): void {
    const ended = performance.now();
    const seconds = (ended - started) / 1000;
    count(status, seconds);
    const workSeconds = (ended - (scope.workStart ?? started)) / 1000;
    if (workSeconds >= slowSeconds) runInScope(scope, () => logSlow(route, incoming, status, workSeconds, ports));
    else if (ports.log.isLevelEnabled('debug')) {
      runInScope(scope, () => ports.log.debug(describe(incoming, status, seconds), 'request'));
    }
  }

  return (incoming) => {
    const scope = getRequestScope(incoming, ports);
    const started = performance.now();
    const fail = (error: unknown): never => {
      record(incoming, scope, started, buildErrorResponse(error, '', false).status);
      throw error;
    };
    try {
      const response = runInScope(scope, respond, incoming);
      if (response instanceof Promise) {
        return response.then((response) => {
          record(incoming, scope, started, response.status);
          return response;
        }, fail);
      }
      record(incoming, scope, started, response.status);
      return response;
    } catch (error) {
      return fail(error);
    }
  };
}

/** Keeps the account and the address of the request out of everything that is logged meanwhile. */
const respondWithoutRecording =
  (ports: RecordingPorts, respond: (incoming: Incoming) => MaybePromise<Response>) =>
  (incoming: Incoming): MaybePromise<Response> => {
    const scope = getRequestScope(incoming, ports);
    scope.isConfidential = true;
    return runInScope(scope, respond, incoming);
  };

/** How long a request may take once its body has arrived. */
const slowSeconds = 1;

const describe = ({ req }: Incoming, status: number, seconds: number) => ({
  method: req.method,
  path: req.path,
  status,
  seconds: Math.round(seconds * 10_000) / 10_000,
});

/** A machine that is slow for a minute is slow for everyone, so a few lines per route are enough. */
function logSlow(route: string, incoming: Incoming, status: number, seconds: number, ports: RecordingPorts): void {
  ports.minuteLog.sample(`slow ${route}`, () =>
    ports.log.warn(describe(incoming, status, seconds), 'a request took long'),
  );
}
