import type { IncomingMessage } from 'node:http';
import type { Caller } from '#contract/access.ts';
import { type Call, type Endpoint, type FileBody, getBodyLimit, getTextLimit } from '#contract/endpoint.ts';
import { picturesUploaded } from '#contract/rate-limit.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import type { Log } from '#platform/log.ts';
import type { Fingerprint } from '#platform/tokens.ts';
import {
  assertAllowed,
  authenticate,
  type Claim,
  findByToken,
  type Identity,
  unauthenticated,
} from './authenticate.ts';
import { authorize } from './authorize.ts';
import { buildRepeatedResponse, buildResponse, toStoredResponse } from './build-response.ts';
import { buildErrorResponse, isTrouble } from './error-response.ts';
import { type KeyedCall, readIdempotencyKey } from './idempotency.ts';
import { parse, readQueryValues } from './parse-request.ts';
import { type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { identifySender, type Sender } from './rate-limits.ts';
import { type FileReadOptions, parseJson, type ReadOptions, readText } from './request-body.ts';
import { getRequestID } from './request-id.ts';
import { readResponseOptions } from './response.ts';
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

/** What the router calls for one route: it responds, and records in log and metrics how it went. */
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
      const response = respond(route, incoming, ports);
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

function respond(route: Route, incoming: Incoming, ports: ServerPorts): MaybePromise<Response> {
  const { headers } = incoming.env.incoming;
  const address = readClientAddress(incoming.env.incoming, ports.trustedProxies);
  const claim = { authorization: headers.authorization, address };
  return then(authenticate(route.declaration.access, claim, ports.authenticator), (identity) => {
    const { limit } = route.declaration;
    authorize(route.declaration, identity.caller, ports.switches);
    if (limit) ports.rateLimits.count(limit, identifySender(identity.caller, address));
    return respondTo(identity, claim, route, incoming, ports);
  });
}

function respondTo(
  identity: Identity,
  claim: Claim,
  route: Route,
  incoming: Incoming,
  ports: ServerPorts,
): MaybePromise<Response> {
  const node = incoming.env.incoming;
  const { body, file, fileMember, takesLong } = route.declaration;
  if (takesLong) node.socket.setTimeout(0);
  const caller = route.method === 'GET' ? identity.caller : copyCaller(identity);
  const recheck = createRecheck(caller, claim, route, ports);
  const parts = { ...readAddress(route, incoming), caller, credentials: identity.credentials, address: claim.address };
  const idempotencyKey =
    route.acceptsIdempotencyKey && caller ? readIdempotencyKey(parts.header('idempotency-key')) : undefined;
  if (!body && !file && idempotencyKey === undefined) {
    return runHandler(route, { ...parts, body: undefined }, node, ports, recheck);
  }
  const sender = identifySender(caller, claim.address);
  if (file) return respondToWholeFile(route, file, parts, node, ports, recheck, { caller, sender, idempotencyKey });
  if (fileMember !== undefined) {
    return respondToFile(route, parts, node, ports, recheck, { caller, sender, idempotencyKey });
  }
  return ports.bodies.use(node, getReadOptions(route.declaration, caller, sender, ports), async (bytes, isInTurn) => {
    recheck();
    const read = { ...parts, body: body ? parse(body, readBody(route, bytes), { now: ports.now() }) : undefined };
    const isHeavy = countPictures(route.declaration, read.body, sender, ports) > 0 && !isInTurn;
    const keyed =
      idempotencyKey !== undefined && caller
        ? { userID: caller.userID, key: idempotencyKey, fingerprint: computeFingerprint(node, bytes, ports) }
        : undefined;
    const carryOut = () => carryOutOnce(route, read, node, ports, recheck, keyed);
    return isHeavy ? ports.bodies.inTurn(sender, carryOut) : carryOut();
  });
}

function readBody({ declaration }: Route, bytes: Buffer): unknown {
  if (declaration.bodyFormat === 'text') return readText(bytes);
  return declaration.bodyMayBeEmpty && bytes.length === 0 ? {} : parseJson(bytes);
}

/** Runs the handler, or repeats what it responded to the first call with the same key. */
async function carryOutOnce(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  keyed: KeyedCall | undefined,
): Promise<Response> {
  if (!keyed) return runHandler(route, parts, node, ports, recheck);
  return ports.idempotency.run(
    keyed,
    async () => runHandler(route, parts, node, ports, recheck, keyed),
    (stored) => {
      recheck();
      return buildRepeatedResponse(stored, readResponseOptions(node));
    },
  );
}

/** What names a call besides account and key: method, path with query, raw body (core rule 15a). */
const startFingerprint = ({ method, url }: IncomingMessage, ports: ServerPorts): Fingerprint =>
  ports.startFingerprint(`${method} ${url}\n`);

function computeFingerprint(node: IncomingMessage, bytes: Uint8Array, ports: ServerPorts): string {
  const fingerprint = startFingerprint(node, ports);
  fingerprint.add(bytes);
  return fingerprint.compute();
}

/** Of whom a call with a file is. */
interface FileSender {
  readonly caller: Caller | undefined;
  readonly sender: Sender;
  readonly idempotencyKey: string | undefined;
}

/** As `respondTo`, for a body in which there is a file: it is on the disk when the rest is read. */
function respondToFile(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  { caller, sender, idempotencyKey: key }: FileSender,
): Promise<Response> {
  const { body, fileMember: member = '' } = route.declaration;
  const { observe, createKeyedCall } = observeCall(node, ports, caller, key);
  const options = getFileReadOptions(route.declaration, caller, sender, ports);
  return ports.bodies.useWithFile(node, { ...options, member, observe }, async (json, file) => {
    recheck();
    const sent = body ? parse(body, putFile(parseJson(json), member, file), { now: ports.now() }) : undefined;
    return carryOutOnce(route, { ...parts, body: sent }, node, ports, recheck, createKeyedCall());
  });
}

/** As `respondTo`, for a body that is a file. */
function respondToWholeFile(
  route: Route,
  { maxBytes: bytes }: FileBody,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  { caller, sender, idempotencyKey }: FileSender,
): Promise<Response> {
  const { observe, createKeyedCall } = observeCall(node, ports, caller, idempotencyKey);
  return ports.bodies.receive(node, { bytes, sender, observe }, async (file) => {
    recheck();
    return carryOutOnce(route, { ...parts, file }, node, ports, recheck, createKeyedCall());
  });
}

/** Names a call while its body comes in. */
function observeCall(node: IncomingMessage, ports: ServerPorts, caller: Caller | undefined, key: string | undefined) {
  const keyedBy = key !== undefined && caller ? { userID: caller.userID, key } : undefined;
  const fingerprint = keyedBy && startFingerprint(node, ports);
  return {
    observe: (chunk: Buffer): void => fingerprint?.add(chunk),
    createKeyedCall: (): KeyedCall | undefined =>
      keyedBy && fingerprint && { ...keyedBy, fingerprint: fingerprint.compute() },
  };
}

/** The body with the file in its place. */
const putFile = (json: unknown, member: string, file: ReceivedFile | undefined): unknown =>
  file && typeof json === 'object' && json !== null ? { ...json, [member]: file } : json;

/** Counts the pictures that a body carries under their limit, and tells how many there are. */
function countPictures({ pictures = 0 }: Endpoint, body: unknown, sender: Sender, ports: ServerPorts): number {
  const count = pictures > 0 ? countBytesIn(body) : 0;
  if (count > 0) ports.rateLimits.count(picturesUploaded, sender, count);
  return count;
}

/** How many members of a body, at whatever depth, are bytes: the declaration allows no other bytes than pictures. */
function countBytesIn(value: unknown): number {
  if (value instanceof Uint8Array) return value.length > 0 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countBytesIn(member), 0);
}

const maxValues = 500_000;

/**
 * Without its pictures, which have no signs that count as values, a body has no more values than bytes of its text: so
 * nothing but a picture can fill the room for pictures. That room is for those who may send pictures now.
 */
function getReadOptions(
  declaration: Endpoint,
  caller: Caller | undefined,
  sender: Sender,
  ports: ServerPorts,
): ReadOptions {
  const textLimit = getTextLimit(declaration);
  return {
    bytes: getBodyLimit(declaration, ports.maxImageSize()),
    values: Math.min(textLimit, maxValues),
    longAbove: textLimit,
    assertMayBeLong() {
      if (caller) ports.assertMayUpload(caller);
      ports.rateLimits.assertRoom(picturesUploaded, sender);
    },
    sender,
  };
}

/** A file is for those who may create content now; beside it a body is as small as others. */
function getFileReadOptions(
  declaration: Endpoint,
  caller: Caller | undefined,
  sender: Sender,
  ports: ServerPorts,
): Omit<FileReadOptions, 'member' | 'observe'> {
  const bytesBeside = getTextLimit({ access: declaration.access });
  const bytes = getTextLimit(declaration);
  return {
    bytes,
    bytesBeside,
    // The rest is too short for many, and a file has no signs that count as values.
    values: bytes,
    longAbove: bytesBeside,
    assertMayBeLong() {
      if (caller) ports.assertMayUpload(caller);
    },
    sender,
  };
}

/** What the address of a request says: parameters of the path, query, headers. */
function readAddress(route: Route, incoming: Incoming) {
  const node = incoming.env.incoming;
  const rawQuery = readRawQuery(node);
  return {
    params: route.paramNames.length === 0 ? {} : parse(route.params, readParams(route, incoming)),
    query: route.query ? parse(route.query, readQueryValues(rawQuery)) : {},
    rawQuery,
    header: createHeaderReader(node),
  };
}

function copyCaller({ caller }: Identity): Caller | undefined {
  return caller && { ...caller };
}

/**
 * Asks again who calls, since the account may have been banned, logged out, demoted or quarantined while the body came
 * in or something was waited for. Brings the caller of the call up to date; throws 401, 403 or 451.
 */
function createRecheck(caller: Caller | undefined, claim: Claim, route: Route, ports: ServerPorts): () => void {
  const { access } = route.declaration;
  return () => {
    if (!caller || !/^bearer /i.test(claim.authorization ?? '')) return;
    const current = findByToken(claim, ports.authenticator);
    if (!current) throw unauthenticated();
    assertAllowed(access, current);
    authorize(route.declaration, current, ports.switches);
    // The handler holds this very object. Calls that only read have no copy of their own, and wait for nothing.
    if (route.method !== 'GET') Object.assign(caller, current);
  };
}

/** Runs the handler and builds the response; with an idempotency key it is stored in the transaction of its effect. */
function runHandler(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  keyed?: KeyedCall,
): MaybePromise<Response> {
  const store =
    keyed &&
    ((context: never, returned: unknown) =>
      ports.responses.store(context, keyed, toStoredResponse(route, returned, keyed)));
  const single = createSingleWrite(ports, recheck, store);
  // A HEAD changes nothing: not even what was read is stored (core rule 14).
  const note = node.method === 'HEAD' ? () => {} : single.note;
  // The types of caller, params, query and body follow from the declaration; here they were parsed by it.
  const { write, step, writeTogether } = single;
  const call = { ...parts, write, step, writeTogether, note } as unknown as Call<Endpoint, never>;
  const result: MaybePromise<unknown> = route.handler(call);
  return then(result, (returned) => {
    // A repeat gets what the write returned, so the first response must be exactly that.
    if (ports.strict && route.acceptsIdempotencyKey) single.assertReturned(returned);
    if (store && !single.hasWritten()) ports.transaction((context) => store(context, returned));
    return then(single.noted(), () => buildResponse(route, returned, readResponseOptions(node), ports));
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

/**
 * The one write of a call: writing twice would make half of its effect durable without the other half. Who calls is
 * asked again first thing in its transaction.
 */
function createSingleWrite(
  ports: ServerPorts,
  recheck: () => void,
  store: ((context: never, returned: unknown) => void) | undefined,
) {
  let isUsed = false;
  let outcome: { returned: unknown } | undefined;
  let noted: Promise<void> | undefined;

  function assertFirst(): void {
    if (isUsed) throw new Error('a call wrote twice: both writes belong into one transaction');
    isUsed = true;
  }

  const carryOut =
    <Result>(work: (context: never) => Result) =>
    (context: never): Result => {
      recheck();
      const returned = work(context);
      store?.(context, returned);
      return returned;
    };

  function step<Result>(work: (context: never) => Result): Result {
    return ports.transaction((context) => {
      recheck();
      return work(context);
    });
  }

  function write<Result>(work: (context: never) => Result): Result {
    assertFirst();
    const returned = ports.transaction(carryOut(work));
    outcome = { returned };
    return returned;
  }

  async function writeTogether<Result>(work: (context: never) => Result): Promise<Result> {
    assertFirst();
    const returned = await ports.groupCommit(carryOut(work));
    outcome = { returned };
    return returned;
  }

  function note(work: (context: never) => void): void {
    assertFirst();
    noted = ports
      .groupCommit((context) => {
        recheck();
        work(context);
      })
      .catch((error: unknown) => {
        if (!isTrouble(error)) throw error;
        ports.log.warn({ error: String(error) }, 'what was read could not be stored');
      });
  }

  return {
    write,
    step,
    writeTogether,
    note,
    /** What was noted is stored, or found to be impossible to store; the response waits for it. */
    noted: () => noted,
    hasWritten: () => outcome !== undefined,
    assertReturned(returned: unknown): void {
      if (outcome && outcome.returned !== returned)
        throw new Error('a call returned something else than its write returned');
    },
  };
}
