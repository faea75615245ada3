import type * as v from 'valibot';
import { admitsAnonymous, type Caller } from '#contract/access.ts';
import {
  type ContentResponse,
  type EmptyResult,
  type Endpoint,
  type FileBody,
  listFeatures,
} from '#contract/endpoint.ts';
import { AppError, malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import { type Content, EndpointResponse } from '#contract/response.ts';
import { readWireJson } from '#contract/wire-json.ts';
import {
  assertAllowed,
  authenticate,
  type ClaimedIdentity,
  findByToken,
  type Identity,
  unauthenticated,
} from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { KeyedCall } from './idempotency.ts';
import { parseBody, parsePath, parseQuery, readQueryValues } from './parse-request.ts';
import { countPictures } from './picture-count.ts';
import type { ServerPorts } from './ports.ts';
import { identifySender } from './rate-limits.ts';
import { assertDiskSpace } from './refuse-while-disk-is-low.ts';
import { listRoutes, type Route, type ServedApi } from './route-table.ts';
import {
  type CallParts,
  copyCaller,
  createIdentityRecheck,
  type MaybePromise,
  type RunOptions,
  runHandler,
  then,
} from './run-handler.ts';

/** A path or query value; dates are written as ISO 8601. */
export type AddressValue = string | number | boolean | Date | undefined;
type AddressValues = Readonly<Record<string, AddressValue>>;

/** The input of an in-process call: the parts of a request. */
export interface CallInput<D extends Endpoint = Endpoint> {
  readonly params?: Readonly<Record<keyof D['params'] & string, AddressValue>>;
  readonly query?: Readonly<Partial<Record<keyof D['query'] & string, AddressValue>>>;
  readonly body?: D['body'] extends v.GenericSchema ? v.InferInput<D['body']> : undefined;
  /** For a call whose body is a file. */
  readonly file?: D['file'] extends FileBody ? ReceivedFile : undefined;
  /** A call is carried out only once per key (decision 35). */
  readonly idempotencyKey?: string | undefined;
  /** Doesn't record what was read. */
  readonly skipsRecording?: boolean;
  /**
   * The call already runs in the sender's turn for heavy work, so it takes no other: waiting for a second turn inside
   * the first would deadlock.
   */
  readonly isInTurn?: boolean;
}

/** The record or content that an app would receive; undefined for an empty response. */
export type CallResult<D extends Endpoint> = D extends { readonly response: ContentResponse }
  ? Content
  : D extends { readonly response: infer R extends v.GenericSchema }
    ? v.InferInput<R> | EmptyResult<D>
    : undefined;

/** Calls declared endpoints in-process, through the same access checks, limits and validation as a request. */
export interface Endpoints {
  /** Throws the rejection that the request would get. */
  ask<D extends Endpoint>(declaration: D, claim: ClaimedIdentity, question?: CallInput<D>): Promise<CallResult<D>>;
  /** Returns the caller for a token. */
  findCaller(claim: ClaimedIdentity): Caller | undefined;
  /** Returns the access checks at this moment, for many calls at once: the caller is looked up once. */
  createAccessChecks(claim: ClaimedIdentity): AccessChecks;
}

/** Checks whether calls would pass their access checks; a call itself is checked again. */
export interface AccessChecks {
  readonly caller: Caller | undefined;
  /** Throws 401, 403 or 451 unless a call of this endpoint would pass its access checks. */
  assertOpen(declaration: Endpoint): void;
  /** Like `assertOpen`, but also returns true for callers who would have to log in first. */
  isOffered(declaration: Endpoint): boolean;
}

export function createInProcessEndpoints(served: readonly ServedApi[], ports: ServerPorts): Endpoints {
  // The first one of each declaration is its primary route.
  const routes = new Map(
    served
      .flatMap(listRoutes)
      .toReversed()
      .map((route): [Endpoint, Route] => [route.declaration, route]),
  );
  const offersTo = createCallableCache(ports);
  return {
    async ask<D extends Endpoint>(declaration: D, claim: ClaimedIdentity, question: CallInput<D> = {}) {
      const route = routes.get(declaration);
      if (!route) throw new Error(`${declaration.method} ${declaration.path} is served by no area`);
      // The handler's type says that it returns the declared result. It's usually available synchronously.
      return call(route, claim, question as CallInput, ports) as MaybePromise<CallResult<D>>;
    },
    findCaller: (claim) => findByToken(claim, ports.authenticator),
    createAccessChecks(claim) {
      const caller = findByToken(claim, ports.authenticator);
      return { caller, assertOpen: (declaration) => assertOpen(declaration, caller, ports), ...offersTo(caller) };
    },
  };
}

/**
 * Caches which calls each caller may make: a page checks dozens, and the results change only with a feature switch or
 * the minimum level.
 */
function createCallableCache(ports: ServerPorts) {
  let state: object | undefined;
  const known = new Map<string, Pick<AccessChecks, 'isOffered'>>();
  return (caller: Caller | undefined): Pick<AccessChecks, 'isOffered'> => {
    if (state !== ports.switches.state()) known.clear();
    state = ports.switches.state();
    // The caller's properties that access checks depend on; most callers have no role.
    const kind = !caller ? '' : caller.roles.size === 0 ? caller.level : [caller.level, ...caller.roles].join(' ');
    const offers = known.get(kind) ?? createCallableCheck(caller, ports);
    known.set(kind, offers);
    return offers;
  };
}

function createCallableCheck(caller: Caller | undefined, ports: ServerPorts): Pick<AccessChecks, 'isOffered'> {
  const offered = new Map<Endpoint, boolean>();
  return {
    isOffered(declaration) {
      const known = offered.get(declaration);
      if (known !== undefined) return known;
      const isOpen = isCallable(declaration, caller, ports);
      offered.set(declaration, isOpen);
      return isOpen;
    },
  };
}

function assertOpen(declaration: Endpoint, asker: Caller | undefined, ports: ServerPorts): void {
  const { access } = declaration;
  const needsCaller = !admitsAnonymous(access);
  const caller = access.kind === 'open' ? undefined : asker;
  if (needsCaller && !caller) throw unauthenticated();
  if (needsCaller && caller) assertAllowed(access, caller);
  authorize(declaration, caller, ports.switches);
}

function isCallable(declaration: Endpoint, caller: Caller | undefined, ports: ServerPorts): boolean {
  try {
    assertOpen(declaration, caller, ports);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.status === 401 && declaration.access.kind === 'token' && isSwitchedOn(declaration, ports);
  }
}

function isSwitchedOn(declaration: Endpoint, { switches }: ServerPorts): boolean {
  try {
    for (const feature of listFeatures(declaration)) switches.assertFeatureEnabled(undefined, feature);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function call(route: Route, claim: ClaimedIdentity, question: CallInput, ports: ServerPorts): MaybePromise<unknown> {
  return then(authenticate(route.declaration.access, claim, ports.authenticator), (identity) =>
    callAs(identity, route, claim, question, ports),
  );
}

function callAs(
  identity: Identity,
  route: Route,
  claim: ClaimedIdentity,
  question: CallInput,
  ports: ServerPorts,
): MaybePromise<unknown> {
  const { declaration } = route;
  authorize(declaration, identity.caller, ports.switches);
  assertDiskSpace(declaration, identity.caller, ports.lowDiskLevel());
  const sender = identifySender(identity.caller, claim.address);
  if (declaration.limit) ports.rateLimits.count(declaration.limit, sender);
  const caller = declaration.method === 'GET' ? identity.caller : copyCaller(identity);
  const parts = parseInput(route, question, { claim, caller, credentials: identity.credentials }, ports);
  const recheck = createIdentityRecheck(caller, claim, route, ports);
  const keyed = findKeyedCall(route, caller, question, ports);
  const { skipsRecording = false, isInTurn = false } = question;
  const running = { recheck, skipsRecording };
  // The calling code has already waited in the queue if it had to.
  if (declaration.method === 'GET') {
    return ports.readTurns.count({ sender, path: route.path }, () => runAndReadResult(route, parts, ports, running));
  }
  const carryOut = () =>
    keyed ? callWithKey(route, parts, ports, recheck, keyed) : runAndReadResult(route, parts, ports, running);
  if (countPictures(declaration, parts.body, caller, sender, ports) === 0 || isInTurn) return carryOut();
  return ports.bodies.inTurnOfFamily(sender, async () => {
    recheck();
    return carryOut();
  });
}

interface IdentityWithClaim extends Identity {
  readonly claim: ClaimedIdentity;
}

const emptyInput = Object.freeze({});
const noHeader = () => undefined;

/** Parses the call's input by the declaration, like the parts of a request. */
function parseInput(
  route: Route,
  { params = emptyInput, query = emptyInput, body, file }: CallInput,
  { claim, caller, credentials }: IdentityWithClaim,
  ports: ServerPorts,
): CallParts & { readonly body: unknown } {
  const { declaration } = route;
  if (declaration.file && !file) throw malformed('This call needs a file.');
  const rawQuery = route.query ? writeQuery(query) : '';
  return {
    authorization: claim.authorization,
    address: claim.address,
    caller,
    credentials,
    params: route.paramNames.length === 0 ? emptyInput : parsePath(route.params, writeValues(params)),
    query: route.query ? parseQuery(route.query, readQueryValues(rawQuery)) : emptyInput,
    rawQuery,
    header: noHeader,
    body: declaration.body ? parseBody(declaration, declaration.body, body ?? {}, { now: ports.now() }) : undefined,
    file,
  };
}

function writeQuery(values: AddressValues): string {
  let written = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    written += `${written && '&'}${name}=${encodeURIComponent(writeValue(value).toWellFormed())}`;
  }
  return written;
}

function writeValues(values: AddressValues): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) written[name] = writeValue(value);
  return written;
}

const writeValue = (value: NonNullable<AddressValue>): string =>
  value instanceof Date ? value.toISOString() : String(value);

const runAndReadResult = (
  route: Route,
  parts: CallParts,
  ports: ServerPorts,
  running: RunOptions,
): MaybePromise<unknown> => then(runHandler(route, parts, ports, running), (returned) => readReturnedValue(returned));

function callWithKey(route: Route, parts: CallParts, ports: ServerPorts, recheck: () => void, keyed: KeyedCall) {
  return ports.idempotency.run(
    keyed,
    async () => runAndReadResult(route, parts, ports, { recheck, keyed }),
    ({ body }) => {
      recheck();
      return body === undefined ? undefined : readJson(route, body);
    },
  );
}

function findKeyedCall(
  route: Route,
  caller: Caller | undefined,
  { idempotencyKey: key, params, query, body, file }: CallInput,
  ports: ServerPorts,
): KeyedCall | undefined {
  if (key === undefined || !caller || !route.acceptsIdempotencyKey) return undefined;
  const fingerprint = ports.startFingerprint(`${route.method} ${route.path}\n`);
  fingerprint.add(Buffer.from(JSON.stringify({ params, query, body, file })));
  return { userID: caller.userID, key, fingerprint: fingerprint.compute() };
}

/** Returns the record in any form the handler may have returned. */
function readReturnedValue(returned: unknown): unknown {
  const body = returned instanceof EndpointResponse ? returned.body : { form: 'value' as const, value: returned };
  return body.form === 'value' ? body.value : body.read();
}

function readJson({ declaration: { response } }: Route, json: string): unknown {
  if (!response || 'content' in response) throw new Error("a call that responds with bytes can't be read as a record");
  return readWireJson(response, json);
}
