import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext } from 'hono';
import * as v from 'valibot';
import {
  Answer,
  type Api,
  type Call,
  type Content,
  type Endpoint,
  type Handler,
  type Handlers,
  type Method,
  Rendered,
  spellings,
  statusesOf,
} from '#contract/endpoint.ts';
import { AppError, notFound } from '#contract/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { type Identification, identify, passGates, type Switches } from './authenticate.ts';
import { type Bodies, parseJson } from './bodies.ts';
import { errorReply, isDefect, isTrouble } from './errors.ts';
import { contentReply, emptyReply, jsonReply, preflightHeaders, type ReplyWishes, renderedReply } from './reply.ts';
import { checkReply, parse, queryValues } from './validate.ts';

export type Environment = { Bindings: HttpBindings };
type Incoming = HonoContext<Environment>;

/** What the HTTP layer needs from the rest of the program, which it does not know. */
export interface ServerPorts {
  readonly identification: Identification;
  readonly switches: Switches;
  readonly bodies: Bodies;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  /** Development and tests: replies are checked against their records, and a defect shows its text. */
  readonly strict: boolean;
  transaction<Result>(work: () => Result): Result;
}

/** Endpoints with the handlers that serve them. */
export interface Served {
  readonly api: Api;
  readonly handlers: Handlers<Api>;
}

const defaultBodyLimit = 10 * 1024 * 1024;

/** One spelling with everything worked out once that does not change between requests. */
interface Route {
  readonly declaration: Endpoint;
  readonly handler: Handler<Endpoint>;
  readonly method: Method;
  readonly path: string;
  readonly paramNames: readonly string[];
  readonly params: v.GenericSchema;
  readonly query: v.GenericSchema | undefined;
  readonly usualStatus: number;
}

function routesOf({ api, handlers }: Served): Route[] {
  return Object.entries(api).flatMap(([name, declaration]) => {
    // The handler map has exactly the names of the declarations; `area()` has checked it.
    const handler = handlers[name] as Handler<Endpoint>;
    return spellings(declaration).map(({ method, path }) => ({
      declaration,
      handler,
      method,
      path,
      paramNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
      params: v.object((declaration.params ?? {}) as v.ObjectEntries),
      query: declaration.query && v.object(declaration.query as v.ObjectEntries),
      usualStatus: statusesOf(declaration)[0] ?? 200,
    }));
  });
}

/** Sorts so that at each place a fixed segment comes before a parameter: the first match wins (core rule 16). */
export function bySpecificity(one: string, other: string): number {
  const rank = (path: string) =>
    path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? `1${segment}` : `0${segment}`))
      .join('/');
  return rank(one) < rank(other) ? -1 : 1;
}

/** The router's spelling of a declared path. */
export const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Puts every endpoint, with all its spellings, behind its gates. */
export function mountEndpoints(app: Hono<Environment>, served: readonly Served[], ports: ServerPorts): void {
  const byPath = Map.groupBy(served.flatMap(routesOf), ({ path }) => path);
  for (const path of [...byPath.keys()].sort(bySpecificity)) {
    const routes = byPath.get(path) ?? [];
    for (const route of routes) app.on(route.method, honoPath(path), createResponder(route, ports));
    // All methods of a path stand together, so that a wrong method never falls through to a parameter.
    app.all(honoPath(path), createRefusal(routes.map(({ method }) => method)));
  }
}

/** Refuses every other method of a path, naming those it takes; answers preflights. */
export function createRefusal(methods: readonly Method[]) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (incoming: Incoming) => {
    if (incoming.req.method === 'OPTIONS') return emptyReply(204, { ...preflightHeaders, allow });
    throw new AppError('method-not-allowed', `this address takes ${methods.join(' or ')}`, { headers: { allow } });
  };
}

/** Answers unknown paths, preflights, and everything that is thrown, in the one form of all errors. */
export function mountErrors(app: Hono<Environment>, ports: ServerPorts): void {
  const boot = Date.now().toString(36);
  let serial = 0;
  app.notFound((incoming) => {
    if (incoming.req.method === 'OPTIONS') return emptyReply(204, preflightHeaders);
    throw notFound('address');
  });
  app.onError((error, incoming) => {
    serial += 1;
    const requestID = `${boot}-${serial.toString(36)}`;
    reportError(error, requestID, incoming, ports.log);
    const reply = errorReply(error, requestID, ports.strict);
    return jsonReply(
      JSON.stringify(reply.body),
      reply.status,
      { acceptEncoding: undefined, ifNoneMatch: undefined, range: undefined, ifRange: undefined },
      reply.headers,
    );
  });
}

function reportError(error: Error, requestID: string, incoming: Incoming, log: Log): void {
  const request = { requestID, method: incoming.req.method, path: incoming.req.path };
  if (isDefect(error)) log.error({ ...request, stack: error.stack }, `a request failed: ${error.message}`);
  else if (isTrouble(error)) log.warn({ ...request, error: error.message }, 'a request could not be served');
}

function createResponder(route: Route, ports: ServerPorts) {
  const label = route.path;
  return async (incoming: Incoming): Promise<Response> => {
    const started = performance.now();
    let status = 500;
    try {
      const response = await respond(route, incoming, ports);
      status = response.status;
      return response;
    } catch (error) {
      status = errorReply(error, '', false).status;
      throw error;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      ports.metrics.requestAnswered(label, route.method, status, seconds);
      logRequest(ports.log, incoming, status, seconds);
    }
  };
}

const slowSeconds = 5;

/** Every request at level debug; those that keep people waiting always, but for uploads, which take as long as the radio. */
function logRequest(log: Log, incoming: Incoming, status: number, seconds: number): void {
  if (seconds < slowSeconds || incoming.req.method !== 'GET') {
    if (log.isLevelEnabled('debug'))
      log.debug({ method: incoming.req.method, path: incoming.req.path, status, seconds }, 'request');
    return;
  }
  log.warn({ method: incoming.req.method, path: incoming.req.path, status, seconds }, 'a request took long');
}

async function respond(route: Route, incoming: Incoming, ports: ServerPorts): Promise<Response> {
  const { declaration } = route;
  const node = incoming.env.incoming;
  const address = addressOf(node, ports.trustedProxies);
  const { caller, credentials } = await identify(
    declaration.access,
    node.headers.authorization,
    address,
    ports.identification,
  );
  passGates(declaration, caller, ports.switches);
  const params = route.paramNames.length === 0 ? {} : parse(route.params, paramsOf(route, incoming));
  const rawQuery = rawQueryOf(node);
  const query = route.query ? parse(route.query, queryValues(rawQuery)) : {};
  const run = (body: unknown) => {
    const call = {
      caller,
      credentials,
      params,
      query,
      body,
      address,
      rawQuery,
      header: headerOf(node),
      write: oneWrite(ports),
    };
    // The types of caller, params, query and body follow from the declaration; here they were parsed by it.
    return answer(route, call as unknown as Call<Endpoint>, wishesOf(node), ports);
  };
  const { body, bodyLimit = defaultBodyLimit } = declaration;
  return body ? ports.bodies.use(node, bodyLimit, (bytes) => run(parse(body, parseJson(bytes)))) : run(undefined);
}

function paramsOf(route: Route, incoming: Incoming): Record<string, string> {
  return Object.fromEntries(route.paramNames.map((name) => [name, incoming.req.param(name) ?? '']));
}

function rawQueryOf(node: IncomingMessage): string {
  const url = node.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function headerOf(node: IncomingMessage) {
  return (name: string): string | undefined => {
    const value = node.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
}

function wishesOf({ headers }: IncomingMessage): ReplyWishes {
  const ifRange = headers['if-range'];
  return {
    acceptEncoding: typeof headers['accept-encoding'] === 'string' ? headers['accept-encoding'] : undefined,
    ifNoneMatch: headers['if-none-match'],
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
  };
}

/** The client's address; the last one that a trusted proxy vouches for. */
export function addressOf(node: IncomingMessage, trustedProxies: readonly string[]): string {
  const plain = (address: string) => address.replace(/^::ffff:/, '');
  const direct = plain(node.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !trustedProxies.includes(direct)) return direct;
  const forwarded = String(node.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()));
  return forwarded.reverse().find((address) => address !== '' && !trustedProxies.includes(address)) ?? direct;
}

/** Writing twice in one call would make half of its effect durable without the other half. */
function oneWrite(ports: ServerPorts): Call<Endpoint>['write'] {
  let written = false;
  return (work) => {
    if (written) throw new Error('a call wrote twice: both writes belong into one transaction');
    written = true;
    return ports.transaction(work);
  };
}

async function answer(route: Route, call: Call<Endpoint>, wishes: ReplyWishes, ports: ServerPorts): Promise<Response> {
  const result: unknown = await route.handler(call);
  const { value, status, headers } = result instanceof Answer ? result : new Answer(result);
  const finalStatus = status ?? route.usualStatus;
  const { reply } = route.declaration;
  if (reply === undefined) return emptyReply(finalStatus, headers);
  if (value instanceof Rendered) return renderedReply(value.body, finalStatus, wishes);
  // The handler's type says that an endpoint declared with a content reply gives Content.
  if ('content' in reply) return contentReply(value as Content, finalStatus, wishes, headers);
  if (ports.strict) checkReply(reply, value, `${route.method} ${route.path}`);
  return jsonReply(JSON.stringify(value), finalStatus, wishes, headers);
}
