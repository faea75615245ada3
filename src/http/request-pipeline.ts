import type { IncomingMessage } from 'node:http';
import type * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { type Endpoint, type FileBody, getBodyLimit, getTextLimit } from '#contract/endpoint.ts';
import type { CheckContext } from '#contract/fields.ts';
import { pictureUploadLimit } from '#contract/rate-limit.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import { recordWorkStart } from '#platform/observing/request-scope.ts';
import type { Fingerprint } from '#platform/secrets/tokens.ts';
import { authenticate, type ClaimedIdentity, type Identity } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { buildRepeatedResponse, buildResponse } from './build-response.ts';
import { checkRejections } from './check-rejections.ts';
import { findDialect } from './dialects/edge.ts';
import { type KeyedCall, readIdempotencyKey } from './idempotency.ts';
import { parseJson, readText } from './json-body.ts';
import { isLongList, parseListYielding } from './parse-list.ts';
import { parse, parseBody, parsePath, parseQuery, readQueryValues, readRawQuery } from './parse-request.ts';
import { countPictures } from './picture-count.ts';
import { type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { identifySender, type Sender } from './rate-limits.ts';
import { type FileParts, receiveFile, receiveFileInJson } from './receive-file.ts';
import { recordRequests } from './record-requests.ts';
import { assertDiskSpace, assertDiskSpaceForPictures } from './refuse-while-disk-is-low.ts';
import type { ReadOptions } from './request-body.ts';
import { readResponseOptions } from './response.ts';
import type { Route } from './route-table.ts';
import {
  type CallParts,
  copyCaller,
  createIdentityRecheck,
  findCurrentCaller,
  type MaybePromise,
  runHandler,
  then,
} from './run-handler.ts';

/** The handler that the router calls for a route: it responds and records the request in log and metrics. */
export function createRequestPipeline(
  route: Route,
  ports: ServerPorts,
): (incoming: Incoming) => MaybePromise<Response> {
  const run = (incoming: Incoming) => respond(route, incoming, ports);
  const { method, path, declaration } = route;
  const recorded = { method, path, isConfidential: declaration.isConfidential };
  return recordRequests(recorded, ports, ports.strict ? checkRejections(route, run) : run);
}

function respond(route: Route, incoming: Incoming, ports: ServerPorts): MaybePromise<Response> {
  const { headers } = incoming.env.incoming;
  const address = readClientAddress(incoming.env.incoming, ports.trustedProxies);
  const claim = { authorization: headers.authorization, address };
  return then(authenticate(route.declaration.access, claim, ports.authenticator), (identity) => {
    const { limit, isPoll } = route.declaration;
    authorize(route.declaration, identity.caller, ports.switches);
    assertDiskSpace(route.declaration, identity.caller, ports.lowDiskLevel());
    const sender = identifySender(identity.caller, address, incoming.env.outgoing);
    if (limit) ports.rateLimits.count(limit, sender);
    if (route.method !== 'GET') return respondTo(identity, claim, route, incoming, ports);
    return ports.readTurns.run({ sender, path: route.path, isPoll }, (hasWaited) => {
      if (!hasWaited) return respondTo(identity, claim, route, incoming, ports);
      const caller = findCurrentCaller(identity.caller, claim, route, ports);
      return respondTo({ ...identity, caller }, claim, route, incoming, ports);
    });
  });
}

function respondTo(
  identity: Identity,
  claim: ClaimedIdentity,
  route: Route,
  incoming: Incoming,
  ports: ServerPorts,
): MaybePromise<Response> {
  const node = incoming.env.incoming;
  const { body, file, fileMember, takesLong } = route.declaration;
  if (takesLong) node.socket.setTimeout(0);
  const caller = route.method === 'GET' ? identity.caller : copyCaller(identity);
  const recheck = createIdentityRecheck(caller, claim, route, ports);
  const parts = { ...readAddress(route, incoming), caller, credentials: identity.credentials, address: claim.address };
  const idempotencyKey =
    route.acceptsIdempotencyKey && caller ? readIdempotencyKey(parts.header('idempotency-key')) : undefined;
  if (!body && !file && idempotencyKey === undefined) {
    return respondWithResult(route, { ...parts, body: undefined }, node, ports, recheck);
  }
  const sender = identifySender(caller, claim.address, incoming.env.outgoing);
  if (file) return respondToFileBody(route, file, parts, node, ports, recheck, { caller, sender, idempotencyKey });
  if (fileMember !== undefined) {
    return respondToFile(route, parts, node, ports, recheck, { caller, sender, idempotencyKey });
  }
  const options = { ...getReadOptions(route.declaration, caller, sender, ports), assertStillAllowed: recheck };
  return ports.bodies.use(node, options, async (sent, isInTurn) => {
    recordWorkStart();
    recheck();
    const bytes = translateBody(route, sent, node);
    const read = { ...parts, body: body ? await readBody(route, body, bytes, { now: ports.now() }) : undefined };
    const isHeavy = countPictures(route.declaration, read.body, caller, sender, ports) > 0 && !isInTurn;
    const keyed =
      idempotencyKey !== undefined && caller
        ? { userID: caller.userID, key: idempotencyKey, fingerprint: computeFingerprint(node, bytes, ports) }
        : undefined;
    const carryOut = () => runOncePerKey(route, read, node, ports, recheck, keyed);
    return isHeavy ? ports.bodies.inTurnOfFamily(sender, carryOut) : carryOut();
  });
}

/** Runs the handler and builds the response; with an idempotency key, stores it in the transaction of its effect. */
function respondWithResult(
  route: Route,
  parts: CallParts,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  keyed?: KeyedCall,
): MaybePromise<Response> {
  const running = { recheck, skipsRecording: node.method === 'HEAD', keyed };
  return then(runHandler(route, parts, ports, running), (returned) =>
    buildResponse(route, returned, readResponseOptions(node), ports, findDialect(node)),
  );
}

const readBody = (route: Route, body: v.GenericSchema, bytes: Buffer, moment: CheckContext): MaybePromise<unknown> =>
  isLongList(body, bytes)
    ? parseListYielding(body, bytes, moment)
    : parseBody(route.declaration, body, decodeBody(route, bytes), moment);

/** Returns a body in our own words, whatever dialect the client uses. */
function translateBody({ declaration: { body, bodyFormat } }: Route, bytes: Buffer, node: IncomingMessage): Buffer {
  if (!body || bodyFormat === 'text') return bytes;
  return findDialect(node)?.readRequest(body, bytes) ?? bytes;
}

function decodeBody({ declaration }: Route, bytes: Buffer): unknown {
  if (declaration.bodyFormat === 'text') return readText(bytes);
  return declaration.bodyMayBeEmpty && bytes.length === 0 ? {} : parseJson(bytes);
}

/** Runs the handler, or repeats the response to the first call with the same key. */
async function runOncePerKey(
  route: Route,
  parts: CallParts,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  keyed: KeyedCall | undefined,
): Promise<Response> {
  if (!keyed) return respondWithResult(route, parts, node, ports, recheck);
  return ports.idempotency.run(
    keyed,
    async () => respondWithResult(route, parts, node, ports, recheck, keyed),
    (stored) => {
      recheck();
      return buildRepeatedResponse(route, stored, readResponseOptions(node), findDialect(node));
    },
  );
}

/** Fingerprints a call in addition to account and key: method, path with query, raw body (core rule 15a). */
const startFingerprint = ({ method, url }: IncomingMessage, ports: ServerPorts): Fingerprint =>
  ports.startFingerprint(`${method} ${url}\n`);

function computeFingerprint(node: IncomingMessage, bytes: Uint8Array, ports: ServerPorts): string {
  const fingerprint = startFingerprint(node, ports);
  fingerprint.add(bytes);
  return fingerprint.compute();
}

/** Returns the account that sent a file. */
interface RequestIdentity {
  readonly caller: Caller | undefined;
  readonly sender: Sender;
  readonly idempotencyKey: string | undefined;
}

/** Like `respondTo`, for a body that contains a file, which is on the disk when the rest is read. */
function respondToFile(
  route: Route,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  { caller, sender, idempotencyKey: key }: RequestIdentity,
): Promise<Response> {
  const { body, fileMember: member = '' } = route.declaration;
  const { observe, createKeyedCall } = observeCall(node, ports, caller, key);
  const options = { ...getFileReadOptions(route.declaration, caller, sender, ports), assertStillAllowed: recheck };
  const sink = receiveFileInJson({ member, otherBytes: options.otherBytes, observe });
  return ports.bodies.receive(node, options, sink, async ({ json, file }) => {
    recordWorkStart();
    recheck();
    const members = () => parseJson(translateBody(route, json, node));
    const sent = body ? parse(body, insertFile(members(), member, file), { now: ports.now() }) : undefined;
    return runOncePerKey(route, { ...parts, body: sent }, node, ports, recheck, createKeyedCall());
  });
}

/** Like `respondTo`, for a body that is a file. */
function respondToFileBody(
  route: Route,
  { maxBytes: bytes }: FileBody,
  parts: Readonly<Record<string, unknown>>,
  node: IncomingMessage,
  ports: ServerPorts,
  recheck: () => void,
  { caller, sender, idempotencyKey }: RequestIdentity,
): Promise<Response> {
  const { observe, createKeyedCall } = observeCall(node, ports, caller, idempotencyKey);
  const size = { bytes, values: bytes, longAbove: bytes, assertMayBeLong: () => {} };
  const options = { ...size, sender, assertStillAllowed: recheck };
  return ports.bodies.receive(node, options, receiveFile(observe), async (file) => {
    recordWorkStart();
    recheck();
    return runOncePerKey(route, { ...parts, file }, node, ports, recheck, createKeyedCall());
  });
}

/** Names a call while its body arrives. */
function observeCall(node: IncomingMessage, ports: ServerPorts, caller: Caller | undefined, key: string | undefined) {
  const keyedBy = key !== undefined && caller ? { userID: caller.userID, key } : undefined;
  const fingerprint = keyedBy && startFingerprint(node, ports);
  return {
    observe: (chunk: Buffer): void => fingerprint?.add(chunk),
    createKeyedCall: (): KeyedCall | undefined =>
      keyedBy && fingerprint && { ...keyedBy, fingerprint: fingerprint.compute() },
  };
}

/** Returns the body with the file in its place. */
const insertFile = (json: unknown, member: string, file: ReceivedFile | undefined): unknown =>
  file && typeof json === 'object' && json !== null ? { ...json, [member]: file } : json;

const maxValues = 500_000;

/**
 * Without its pictures, which have no structural characters, a body has no more values than its text has bytes, so only
 * pictures can use the picture limit. That limit is for callers who may send pictures now.
 */
function getReadOptions(
  declaration: Endpoint,
  caller: Caller | undefined,
  sender: Sender,
  ports: ServerPorts,
): Omit<ReadOptions, 'assertStillAllowed'> {
  const textLimit = getTextLimit(declaration);
  return {
    bytes: getBodyLimit(declaration, ports.maxImageSize()),
    values: Math.min(textLimit, maxValues),
    longAbove: textLimit,
    assertMayBeLong() {
      assertDiskSpaceForPictures(declaration, caller, ports.lowDiskLevel());
      if (caller) ports.assertMayUpload(caller);
      ports.rateLimits.assertRoom(pictureUploadLimit, sender);
    },
    sender,
  };
}

/** Only callers who may create content now can send a file; the rest of the body has the usual limit. */
function getFileReadOptions(
  declaration: Endpoint,
  caller: Caller | undefined,
  sender: Sender,
  ports: ServerPorts,
): Omit<ReadOptions, 'assertStillAllowed'> & Pick<FileParts, 'otherBytes'> {
  const otherBytes = getTextLimit({ access: declaration.access });
  const bytes = getTextLimit(declaration);
  return {
    bytes,
    otherBytes,
    // Only the file is large, and it has no structural characters; the rest is too short for many values.
    values: bytes,
    longAbove: otherBytes,
    assertMayBeLong() {
      if (caller) ports.assertMayUpload(caller);
    },
    sender,
  };
}

/** Reads the path parameters, query and headers of a request. */
function readAddress(route: Route, incoming: Incoming) {
  const node = incoming.env.incoming;
  const rawQuery = readRawQuery(node.url);
  return {
    params: route.paramNames.length === 0 ? {} : parsePath(route.params, readParams(route, incoming)),
    query: route.query ? parseQuery(route.query, readQueryValues(rawQuery)) : {},
    rawQuery,
    header: createHeaderReader(node),
  };
}

function readParams(route: Route, incoming: Incoming): Record<string, string> {
  return Object.fromEntries(route.paramNames.map((name) => [name, incoming.req.param(name) ?? '']));
}

function createHeaderReader(node: IncomingMessage) {
  return (name: string): string | undefined => {
    const value = node.headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
}
