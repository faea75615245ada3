import type { IncomingMessage } from 'node:http';
import type { Call, Endpoint } from '#contract/endpoint.ts';
import type { Log } from '#platform/log.ts';
import { keepable, repeatReply, reply } from './answer.ts';
import { type Identity, identify, passGates } from './authenticate.ts';
import { parseJson } from './bodies.ts';
import { errorReply, isTrouble } from './errors.ts';
import { addressOf, type Incoming, type ServerPorts } from './ports.ts';
import type { ReplyWishes } from './reply.ts';
import { fingerprintOf, type KeyedCall, readRetryKey } from './retries.ts';
import type { Route } from './routes.ts';
import { parse, queryValues } from './validate.ts';

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
      record(errorReply(error, '', false).status);
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
  const parts = { ...identity, params, query, address, rawQuery, header: headerOf(node) };
  const { body, bodyLimit = defaultBodyLimit } = declaration;
  const retryKey = route.takesRetryKeys && identity.caller ? readRetryKey(parts.header(retryHeader)) : undefined;
  if (!body && retryKey === undefined) return carryOut(route, { ...parts, body: undefined }, node, ports, undefined);
  return ports.bodies.use(node, bodyLimit, async (bytes) => {
    const read = { ...parts, body: body ? parse(body, parseJson(bytes)) : undefined };
    if (retryKey === undefined || !identity.caller) return carryOut(route, read, node, ports, undefined);
    const fingerprint = fingerprintOf(node.method ?? '', node.url ?? '', bytes);
    const keyed = { userID: identity.caller.userID, key: retryKey, fingerprint };
    return ports.retries.run(
      keyed,
      async () => carryOut(route, read, node, ports, keyed),
      (kept) => repeatReply(kept, wishesOf(node)),
    );
  });
}

const retryHeader = 'idempotency-key';

/** Runs the handler and makes the reply; with a retry key the answer is kept in the transaction of its effect. */
function carryOut(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  keyed: KeyedCall | undefined,
): Soon<Response> {
  const keep =
    keyed && ((given: unknown) => ports.answers.keep(keyed.userID, keyed.key, keepable(route, given, keyed)));
  const writing = oneWrite(ports, keep);
  // The types of caller, params, query and body follow from the declaration; here they were parsed by it.
  const call = { ...parts, write: writing.write, note: writing.note } as unknown as Call<Endpoint>;
  const result: Soon<unknown> = route.handler(call);
  return then(result, (given) => {
    // A repeat gets what the write gave, so the first answer must be exactly that.
    if (ports.strict && route.takesRetryKeys) writing.checkAnswer(given);
    if (keep && !writing.written) ports.transaction(() => keep(given));
    return reply(route, given, wishesOf(node), ports);
  });
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

/** The one write of a call: writing twice would make half of its effect durable without the other half. */
function oneWrite(ports: ServerPorts, keep: ((given: unknown) => void) | undefined) {
  let outcome: { given: unknown } | undefined;

  function write<Result>(work: () => Result): Result {
    if (outcome) throw new Error('a call wrote twice: both writes belong into one transaction');
    return ports.transaction(() => {
      const given = work();
      outcome = { given };
      keep?.(given);
      return given;
    });
  }

  function note(work: () => void): void {
    try {
      write(work);
    } catch (error) {
      if (!isTrouble(error)) throw error;
      outcome = undefined;
      ports.log.warn({ error: String(error) }, 'what was read could not be noted');
    }
  }

  return {
    write,
    note,
    get written(): boolean {
      return outcome !== undefined;
    },
    checkAnswer(given: unknown): void {
      if (outcome && outcome.given !== given) throw new Error('a call answered something else than its write gave');
    },
  };
}
