import type { IncomingMessage } from 'node:http';
import type { Call, Endpoint } from '#contract/endpoint.ts';
import type { Log } from '#platform/log.ts';
import { authenticate, authorize, type Identity } from './authenticate.ts';
import { buildRepeatedResponse, buildResponse, toStoredResponse } from './build-response.ts';
import { buildErrorResponse, isTrouble } from './error-response.ts';
import { computeFingerprint, type KeyedCall, readIdempotencyKey } from './idempotency.ts';
import { parse, readQueryValues } from './parse-request.ts';
import { type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { parseJson } from './request-body.ts';
import type { ResponseOptions } from './response.ts';
import type { Route } from './route-table.ts';

/**
 * One call from request to response. Most calls have nothing to wait for; those go straight through, because every
 * promise in between would cost as much as the rest of the call.
 */
type MaybePromise<Value> = Value | Promise<Value>;

function then<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

const defaultBodyLimit = 10 * 1024 * 1024;

/** What the router calls for one route: answers, and notes in log and metrics how it went. */
export function createRequestPipeline(
  route: Route,
  ports: ServerPorts,
): (incoming: Incoming) => MaybePromise<Response> {
  const count = ports.metrics.routeCounter(route.method, route.path);
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
      const response = authenticateRequest(route, incoming, ports);
      return response instanceof Promise ? response.then(succeed, fail) : succeed(response);
    } catch (error) {
      return fail(error);
    }
  };
}

const slowSeconds = 5;

/** Every request at level debug; those that keep people waiting always, but for uploads, which take as long as the radio. */
function logRequest(log: Log, incoming: Incoming, status: number, seconds: number): void {
  const isSlow = seconds >= slowSeconds && incoming.req.method === 'GET';
  if (!isSlow && !log.isLevelEnabled('debug')) return;
  const request = { method: incoming.req.method, path: incoming.req.path, status, seconds };
  if (isSlow) log.warn(request, 'a request took long');
  else log.debug(request, 'request');
}

function authenticateRequest(route: Route, incoming: Incoming, ports: ServerPorts): MaybePromise<Response> {
  const node = incoming.env.incoming;
  const address = readClientAddress(node, ports.trustedProxies);
  const identity = authenticate(route.declaration.access, node.headers.authorization, address, ports.authenticator);
  return then(identity, (known) => handleRequest(known, address, route, incoming, ports));
}

function handleRequest(
  identity: Identity,
  address: string,
  route: Route,
  incoming: Incoming,
  ports: ServerPorts,
): MaybePromise<Response> {
  const { declaration } = route;
  const node = incoming.env.incoming;
  authorize(declaration, identity.caller, ports.switches);
  const params = route.paramNames.length === 0 ? {} : parse(route.params, readParams(route, incoming));
  const rawQuery = readRawQuery(node);
  const query = route.query ? parse(route.query, readQueryValues(rawQuery)) : {};
  const parts = { ...identity, params, query, address, rawQuery, header: createHeaderReader(node) };
  const { body, bodyLimit = defaultBodyLimit } = declaration;
  const idempotencyKey =
    route.acceptsIdempotencyKey && identity.caller ? readIdempotencyKey(parts.header(idempotencyHeader)) : undefined;
  if (!body && idempotencyKey === undefined)
    return runHandler(route, { ...parts, body: undefined }, node, ports, undefined);
  return ports.bodies.use(node, bodyLimit, async (bytes) => {
    const read = { ...parts, body: body ? parse(body, parseJson(bytes)) : undefined };
    if (idempotencyKey === undefined || !identity.caller) return runHandler(route, read, node, ports, undefined);
    const fingerprint = computeFingerprint(node.method ?? '', node.url ?? '', bytes);
    const keyed = { userID: identity.caller.userID, key: idempotencyKey, fingerprint };
    return ports.idempotency.run(
      keyed,
      async () => runHandler(route, read, node, ports, keyed),
      (kept) => buildRepeatedResponse(kept, readResponseOptions(node)),
    );
  });
}

const idempotencyHeader = 'idempotency-key';

/** Runs the handler and builds the response; with an idempotency key it is stored in the transaction of its effect. */
function runHandler(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  keyed: KeyedCall | undefined,
): MaybePromise<Response> {
  const store =
    keyed &&
    ((context: never, returned: unknown) =>
      ports.responses.store(context, keyed, toStoredResponse(route, returned, keyed)));
  const single = createSingleWrite(ports, store);
  // The types of caller, params, query and body follow from the declaration; here they were parsed by it.
  const call = { ...parts, write: single.write, note: single.note } as unknown as Call<Endpoint, never>;
  const result: MaybePromise<unknown> = route.handler(call);
  return then(result, (returned) => {
    // A repeat gets what the write returned, so the first response must be exactly that.
    if (ports.strict && route.acceptsIdempotencyKey) single.assertReturned(returned);
    if (store && !single.hasWritten) ports.transaction((context) => store(context, returned));
    return buildResponse(route, returned, readResponseOptions(node), ports);
  });
}

function readParams(route: Route, incoming: Incoming): Record<string, string> {
  return Object.fromEntries(route.paramNames.map((name) => [name, incoming.req.param(name) ?? '']));
}

function readRawQuery(node: IncomingMessage): string {
  const url = node.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function createHeaderReader(node: IncomingMessage) {
  return (name: string): string | undefined => {
    const value = node.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
}

function readResponseOptions({ headers }: IncomingMessage): ResponseOptions {
  const ifRange = headers['if-range'];
  return {
    acceptEncoding: typeof headers['accept-encoding'] === 'string' ? headers['accept-encoding'] : undefined,
    ifNoneMatch: headers['if-none-match'],
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
  };
}

/** The one write of a call: writing twice would make half of its effect durable without the other half. */
function createSingleWrite(ports: ServerPorts, store: ((context: never, returned: unknown) => void) | undefined) {
  let outcome: { returned: unknown } | undefined;

  function write<Result>(work: (context: never) => Result): Result {
    if (outcome) throw new Error('a call wrote twice: both writes belong into one transaction');
    return ports.transaction((context) => {
      const returned = work(context);
      outcome = { returned };
      store?.(context, returned);
      return returned;
    });
  }

  function note(work: (context: never) => void): void {
    try {
      write(work);
    } catch (error) {
      if (!isTrouble(error)) throw error;
      outcome = undefined;
      ports.log.warn({ error: String(error) }, 'what was read could not be stored');
    }
  }

  return {
    write,
    note,
    get hasWritten(): boolean {
      return outcome !== undefined;
    },
    assertReturned(returned: unknown): void {
      if (outcome && outcome.returned !== returned)
        throw new Error('a call returned something else than its write returned');
    },
  };
}
