import type { IncomingMessage } from 'node:http';
import { Answer, type Call, type Content, type Endpoint, Rendered } from '#contract/endpoint.ts';
import type { Log } from '#platform/log.ts';
import { type Identity, identify, passGates } from './authenticate.ts';
import { parseJson } from './bodies.ts';
import { errorReply } from './errors.ts';
import { addressOf, type Incoming, type ServerPorts } from './ports.ts';
import { contentReply, emptyReply, jsonReply, type ReplyWishes, renderedReply } from './reply.ts';
import type { Route } from './routes.ts';
import { checkReply, parse, queryValues } from './validate.ts';

/**
 * One call from request to reply. Most calls have nothing to wait for; those go straight through, because every
 * promise in between would cost as much as the rest of the call.
 */
type Soon<Value> = Value | Promise<Value>;

function then<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

const defaultBodyLimit = 10 * 1024 * 1024;

/** What the router calls for one route: answers, and notes in log and metrics how it went. */
export function createResponder(route: Route, ports: ServerPorts): (incoming: Incoming) => Soon<Response> {
  const count = ports.metrics.routeCounter(route.method, route.path);
  return (incoming) => {
    const started = performance.now();
    const note = (status: number) => {
      const seconds = (performance.now() - started) / 1000;
      count(status, seconds);
      logRequest(ports.log, incoming, status, seconds);
    };
    const succeed = (response: Response) => {
      note(response.status);
      return response;
    };
    const fail = (error: unknown): never => {
      note(errorReply(error, '', false).status);
      throw error;
    };
    try {
      const response = respond(route, incoming, ports);
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

function respond(route: Route, incoming: Incoming, ports: ServerPorts): Soon<Response> {
  const node = incoming.env.incoming;
  const address = addressOf(node, ports.trustedProxies);
  const identity = identify(route.declaration.access, node.headers.authorization, address, ports.identification);
  return then(identity, (known) => respondTo(known, address, route, incoming, ports));
}

function respondTo(
  identity: Identity,
  address: string,
  route: Route,
  incoming: Incoming,
  ports: ServerPorts,
): Soon<Response> {
  const { declaration } = route;
  const node = incoming.env.incoming;
  passGates(declaration, identity.caller, ports.switches);
  const params = route.paramNames.length === 0 ? {} : parse(route.params, paramsOf(route, incoming));
  const rawQuery = rawQueryOf(node);
  const query = route.query ? parse(route.query, queryValues(rawQuery)) : {};
  const run = (body: unknown) => {
    const call = {
      ...identity,
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
  if (!body) return run(undefined);
  return ports.bodies.use(node, bodyLimit, async (bytes) => run(parse(body, parseJson(bytes))));
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

/** Writing twice in one call would make half of its effect durable without the other half. */
function oneWrite(ports: ServerPorts): Call<Endpoint>['write'] {
  let written = false;
  return (work) => {
    if (written) throw new Error('a call wrote twice: both writes belong into one transaction');
    written = true;
    return ports.transaction(work);
  };
}

function answer(route: Route, call: Call<Endpoint>, wishes: ReplyWishes, ports: ServerPorts): Soon<Response> {
  const result: Soon<unknown> = route.handler(call);
  return then(result, (given) => reply(route, given, wishes, ports));
}

function reply(route: Route, given: unknown, wishes: ReplyWishes, ports: ServerPorts): Soon<Response> {
  const { value, status, headers } =
    given instanceof Answer ? given : { value: given, status: undefined, headers: undefined };
  const finalStatus = status ?? route.usualStatus;
  const declared = route.declaration.reply;
  if (declared === undefined) return emptyReply(finalStatus, headers);
  if (value instanceof Rendered) return renderedReply(value.body, finalStatus, wishes);
  // The handler's type says that an endpoint declared with a content reply gives Content.
  if ('content' in declared) return contentReply(value as Content, finalStatus, wishes, headers);
  if (ports.strict) checkReply(declared, value, `${route.method} ${route.path}`);
  return jsonReply(JSON.stringify(value), finalStatus, wishes, headers);
}
