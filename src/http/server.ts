import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import { formatOrigin } from '#config/ship-address.ts';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import type { ConnectionGuard } from './connection-limits.ts';
import type { TranslateHead } from './dialects/edge.ts';
import { formatError } from './error-response.ts';
import { type OpenPort, openPort } from './open-port.ts';
import type { Environment } from './ports.ts';
import { nextRequestID } from './request-id.ts';
import { errorHeaders } from './response.ts';
import { bearerProtocol } from './serve-sockets.ts';
import { respondToInvalidHandshakes, respondToUnparsableRequests, writeResponse } from './unparsable-requests.ts';

/** How long a whole request may take: the largest picture as base64, 227 MiB, at 64 KB/s, plus a margin. */
const maxRequestMilliseconds = 75 * 60_000;
/** The largest frame a client may send. */
const maxFrameBytes = 64 * 1024;

/** A certificate and its key, in PEM form. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** An upgrade that is accepted before anything is parsed or counted. */
export interface UpgradeHandler {
  isFor(incoming: IncomingMessage): boolean;
  accept(incoming: IncomingMessage, head: Buffer): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: Certificate | undefined;
  /** How long a connection may be idle; an upload at any steady pace isn't. */
  readonly silentMilliseconds: number;
  readonly connections: ConnectionGuard;
  /** Upgrades other than those of declared sockets. */
  readonly otherUpgrades: readonly UpgradeHandler[];
  /** Translates the head of a request into our own words before anything else reads it. */
  readonly translate: TranslateHead;
  /** Whether this is the path of a socket. */
  readonly isSocket: (path: string) => boolean;
  /** Until then every request gets 503: the port is reserved before the service is ready. */
  readonly isReady: () => boolean;
}

export interface Listening {
  readonly url: string;
  /** Stops accepting connections, waits up to `graceMilliseconds` for pending requests, then cuts the rest. */
  close(graceMilliseconds: number): Promise<void>;
  /** Applies to new connections; does nothing without TLS. */
  replaceCertificate(certificate: Certificate): void;
}

const hostPattern = /^[\w.-]+(:\d{1,5})?$/;

/**
 * Whether the target of this request can be parsed as a URL. A quick test accepts most; the parser decides the rest.
 */
function hasReadableTarget(url = '', host: string | undefined): boolean {
  if (host === undefined || !/^(\/(?!\/)|https?:)/i.test(url)) return false;
  return (hostPattern.test(host) && url.startsWith('/')) || URL.canParse(url, `http://${host}`);
}

/**
 * Whether the path contains `..` segments that leave its root. Clients normalise those before they send a request, so
 * it's a probe (libraries rule M15), and normalising it here would answer a different request.
 */
const escapesRoot = (url = ''): boolean => /^[^?#]*[/\\](?:\.|%2e){2}(?:[/\\?#]|$)/i.test(url);

/** Returns what is wrong with the target of a request; undefined if it's fine. */
function findTargetProblem({ url, headers }: IncomingMessage): { code: ErrorCode; reason: string } | undefined {
  if (!hasReadableTarget(url, headers.host))
    return { code: 'malformed', reason: 'The address of the request cannot be read.' };
  return escapesRoot(url) ? { code: 'pathOutside', reason: "The address leads outside the server's root." } : undefined;
}

const translateRequestHeads =
  (translate: TranslateHead, listener: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    translate(incoming);
    return listener(incoming, outgoing);
  };

/** Rejects, with an error record, requests that later layers would reject without a body or not see at all. */
function rejectBadTargets(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const fault = findTargetProblem(incoming);
    if (!fault) return listener(incoming, outgoing);
    outgoing
      .writeHead(errorCodes[fault.code].status, { ...errorHeaders(nextRequestID()), connection: 'close' })
      .end(formatError(fault.code, fault.reason));
  };
}

const startingError = formatError('unavailable', 'The server is starting: please try again in a moment.');

function rejectUntilReady(isReady: () => boolean, listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    if (isReady()) return listener(incoming, outgoing);
    outgoing
      .writeHead(503, { ...errorHeaders(nextRequestID()), 'retry-after': '1', connection: 'close' })
      .end(startingError);
  };
}

const buildServerOptions = ({
  connections,
  isReady,
  isSocket,
  otherUpgrades,
  silentMilliseconds,
  tls,
  translate,
}: ListenOptions): ServerOptions => ({
  requestTimeout: maxRequestMilliseconds,
  // Rejected here, with a body.
  requireHostHeader: false,
  shouldUpgradeCallback: (incoming) => {
    if (!isReady()) return false;
    const isOtherUpgrade = otherUpgrades.some(({ isFor }) => isFor(incoming));
    return (isOtherUpgrade || isUpgrade(incoming, isSocket, translate)) && !connections.isSurplus(incoming);
  },
  headersTimeout: silentMilliseconds,
  keepAliveTimeout: silentMilliseconds,
  ...tls,
});

/**
 * Whether to upgrade the request. Any other Upgrade, such as h2c or one for a path that isn't a socket, is served as
 * a plain request; left to the upgrade event it would hang.
 */
function isUpgrade(incoming: IncomingMessage, isSocket: (path: string) => boolean, translate: TranslateHead): boolean {
  const { method, url, headers } = incoming;
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
  if (!hasReadableTarget(url, headers.host)) return false;
  translate(incoming);
  return isSocket(new URL(incoming.url ?? '', `http://${headers.host}`).pathname);
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];
/** Responds to a request. */
type Respond = Hono<Environment>['fetch'];

/** Sends rejected upgrades the whole error response; the adapter alone would send only the status. */
function sendFullRejections(respond: Respond): Fetch {
  return (request, env) => {
    const response = respond(request, env);
    // The adapter passes no outgoing message for upgrades, although its types promise one.
    const isUpgrade = (env.outgoing as unknown) === undefined;
    return isUpgrade ? rejectUnlessAccepted(env.incoming.socket, response) : response;
  };
}

async function rejectUnlessAccepted(socket: Socket, responding: Response | Promise<Response>): Promise<Response> {
  const response = await responding;
  if (response.status >= 400) await rejectUpgrade(socket, response);
  return response;
}

async function rejectUpgrade(socket: Socket, response: Response): Promise<void> {
  const body = Buffer.from(await response.clone().arrayBuffer());
  writeResponse(socket, response.status, Object.fromEntries(response.headers), body);
}

/** Opens the port and serves requests. Rejects if the port can't be opened. */
export async function listen(respond: Respond, options: ListenOptions): Promise<Listening> {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    handleProtocols: (protocols) => (protocols.has(bearerProtocol) ? bearerProtocol : false),
  });
  // A frame that breaks the protocol closes its own connection; without a listener the error would end the process.
  webSockets.on('connection', (webSocket: WebSocket) => webSocket.on('error', () => webSocket.terminate()));
  const server = createAdaptorServer({
    fetch: sendFullRejections(respond),
    websocket: { server: webSockets },
    serverOptions: buildServerOptions(options),
    // The adapter only calls this with the options given here; plain and secure servers take the same listener.
    createServer: ((settings: ServerOptions, listener: RequestListener) => {
      const behind = rejectBadTargets(translateRequestHeads(options.translate, listener));
      const guarded = options.connections.rejectSurplus(rejectUntilReady(options.isReady, behind));
      return options.tls ? createSecureServer(settings, guarded) : createServer(settings, guarded);
    }) as typeof createServer,
  }) as Server;
  // With a second listener the adapter leaves rejecting upgrades to us; `sendFullRejections` does that.
  server.on('upgrade', (incoming: IncomingMessage, _socket, head: Buffer) => {
    options.otherUpgrades.find(({ isFor }) => isFor(incoming))?.accept(incoming, head);
  });
  server.setTimeout(options.silentMilliseconds);
  options.connections.watch(server, { isSecure: options.tls !== undefined });
  respondToUnparsableRequests(server);
  respondToInvalidHandshakes(webSockets);
  const { host, port: wanted, connections } = options;
  const port = await openPort(server, { host, port: wanted, maxConnections: connections.maxOpen });
  const replaceCertificate = (certificate: Certificate) => {
    if (server instanceof SecureServer) server.setSecureContext(certificate);
  };
  const end = (graceMilliseconds: number) => close(port, server, webSockets, graceMilliseconds);
  return { url: formatUrl(port, options), close: end, replaceCertificate };
}

function formatUrl({ port }: OpenPort, options: ListenOptions): string {
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host;
  return formatOrigin(options.tls !== undefined, host, port);
}

async function close(
  port: OpenPort,
  server: Server,
  webSockets: WebSocketServer,
  graceMilliseconds: number,
): Promise<void> {
  const cut = setTimeout(() => {
    for (const client of webSockets.clients) client.terminate();
    server.closeAllConnections();
  }, graceMilliseconds);
  const closed = port.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
