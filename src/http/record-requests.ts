import type { Method } from '#contract/endpoint.ts';
import type { Log } from '#platform/log.ts';
import { buildErrorResponse } from './error-response.ts';
import type { Incoming, ServerPorts } from './ports.ts';
import { getRequestID } from './request-id.ts';
import type { MaybePromise } from './run-handler.ts';

/** Records in log and metrics how requests of an address went, errors by the status that they become. */
export function recordRequests(
  { method, path }: { readonly method: Method; readonly path: string },
  ports: Pick<ServerPorts, 'metrics' | 'log'>,
  respond: (incoming: Incoming) => MaybePromise<Response>,
): (incoming: Incoming) => MaybePromise<Response> {
  const count = ports.metrics.routeCounter(method, path);
  return (incoming) => {
    const started = performance.now();
    const record = (status: number) => {
      const seconds = (performance.now() - started) / 1000;
      count(status, seconds);
      logRequest(ports.log, incoming, status, seconds);
    };
    const succeed = (response: Response) => {
      record(response.status);
      return response;
    };
    const fail = (error: unknown): never => {
      record(buildErrorResponse(error, '', false).status);
      throw error;
    };
    try {
      const response = respond(incoming);
      return response instanceof Promise ? response.then(succeed, fail) : succeed(response);
    } catch (error) {
      return fail(error);
    }
  };
}

const slowSeconds = 5;

/** Every request at level debug; slow ones always, but for uploads, which take as long as the radio. */
function logRequest(log: Log, incoming: Incoming, status: number, seconds: number): void {
  const isSlow = seconds >= slowSeconds && incoming.req.method === 'GET';
  if (!isSlow && !log.isLevelEnabled('debug')) return;
  const requestID = getRequestID(incoming.env.incoming);
  const request = { requestID, method: incoming.req.method, path: incoming.req.path, status, seconds };
  if (isSlow) log.warn(request, 'a request took long');
  else log.debug(request, 'request');
}
