import type { IncomingMessage } from 'node:http';
import { upgradeWebSocket } from '@hono/node-server';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { apiPrefix } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import { socketOpeningLimit } from '#contract/rate-limit.ts';
import type { SocketApi, SocketDeclaration, SocketOpener, SocketOpeners, SocketSession } from '#contract/socket.ts';
import type { LiveHub, LiveSocket } from '#platform/network/live-hub.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { findDialect } from './dialects/edge.ts';
import { parsePath, parseQuery, readQueryValues } from './parse-request.ts';
import { type Environment, type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { identifySender } from './rate-limits.ts';
import { runForRequest } from './request-scope.ts';
import { sortBySpecificity, toHonoPath } from './route-table.ts';
import { rejectOtherMethods } from './serve-endpoints.ts';
import { assertSocketLimit } from './socket-limit.ts';

/** Sockets with the functions that open them. */
export interface ServedSockets {
  readonly sockets: SocketApi;
  readonly openers: SocketOpeners<SocketApi>;
}

/** Returned to a browser that requested it, as the handshake requires. */
export const bearerProtocol = 'bearer';

/**
 * Returns the `Authorization` of a browser's session; undefined without a session. Throws 403 if another
 * site uses it.
 */
export type ReadBrowserSession = (request: IncomingMessage) => string | undefined;

/** Opens every declared socket for callers who could call an endpoint with the same access. */
export function serveSockets(
  app: Hono<Environment>,
  served: readonly ServedSockets[],
  live: LiveHub,
  ports: ServerPorts,
  readBrowserSession: ReadBrowserSession,
): void {
  const opened = served.flatMap(({ sockets, openers }) =>
    Object.entries(sockets).map(([name, declaration]) => ({ declaration, opener: openers[name] as SocketOpener })),
  );
  for (const { declaration, opener } of sortBySpecificity(opened, ({ declaration }) => declaration.path)) {
    const declaredPath = apiPrefix + declaration.path;
    const path = toHonoPath(declaredPath);
    app.get(path, rejectPlainRequests, createUpgrade(declaration, opener, live, ports, readBrowserSession));
    rejectOtherMethods(app, declaredPath, ['GET']);
  }
}

/** Returns a function that reports whether a path is that of a socket. */
export function createSocketMatcher(served: readonly Pick<ServedSockets, 'sockets'>[]): (path: string) => boolean {
  const declarations = served.flatMap(({ sockets }) => Object.values(sockets));
  const paths = declarations.map(({ path }) => `${apiPrefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}`);
  const anySocket = new RegExp(`^(?:${paths.join('|')})/?$`);
  return (path) => anySocket.test(path);
}

async function rejectPlainRequests(incoming: Incoming, next: () => Promise<void>): Promise<void> {
  if (incoming.req.header('upgrade')?.toLowerCase() !== 'websocket')
    throw malformed('This is a WebSocket endpoint. Open it with an upgrade request.');
  await next();
}

function createUpgrade(
  declaration: SocketDeclaration,
  opener: SocketOpener,
  live: LiveHub,
  ports: ServerPorts,
  readBrowserSession: ReadBrowserSession,
) {
  const params = v.object((declaration.params ?? {}) as v.ObjectEntries);
  const query = v.object((declaration.query ?? {}) as v.ObjectEntries);
  return upgradeWebSocket((incoming: Incoming) => runForRequest(incoming, ports, () => open(incoming)));

  async function open(incoming: Incoming) {
    const address = readClientAddress(incoming.env.incoming, ports.trustedProxies);
    const ofClient = readAuthorization(incoming);
    const authorization = ofClient ?? readBrowserSession(incoming.env.incoming);
    const claim = { authorization, address };
    const { caller } = await authenticate(declaration.access, claim, ports.authenticator);
    authorize(declaration, caller, ports.switches);
    ports.rateLimits.count(socketOpeningLimit, identifySender(caller, address));
    if (!caller) throw new Error(`the socket ${declaration.path} is declared without a caller`);
    assertSocketLimit(live, caller.userID);
    const session = opener({
      caller,
      address,
      params: parsePath(params, incoming.req.param()),
      query: parseQuery(query, readQueryValues(new URL(incoming.req.url).search.slice(1))),
    });
    // The pages for browsers use our own words.
    const dialect = ofClient === undefined ? undefined : findDialect(incoming.env.incoming);
    const write = dialect && ((frame: string) => dialect.writeFrame(declaration.messages, frame));
    return createSocketEvents(session, caller.userID, live, ports, write);
  }
}

/**
 * Apps in a browser can't set headers on a socket; they may send `Sec-WebSocket-Protocol: bearer, <token>` (fez rule
 * 60).
 */
function readAuthorization(incoming: Incoming): string | undefined {
  const { headers } = incoming.env.incoming;
  const [scheme, token] = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  return headers.authorization ?? (scheme === bearerProtocol && token ? `Bearer ${token}` : undefined);
}

/** Translates a frame for the socket; undefined if frames are sent as they are. */
type WriteFrame = ((frame: string) => string) | undefined;

function createSocketEvents(
  session: SocketSession,
  userID: string,
  live: LiveHub,
  ports: ServerPorts,
  write: WriteFrame,
) {
  let connection: ReturnType<LiveHub['add']> | undefined;
  /** A socket error in an area must never end the process. */
  const closeOnError = (work: () => void) => {
    try {
      work();
    } catch (error) {
      ports.log.error({ stack: error instanceof Error ? error.stack : String(error) }, 'a socket failed');
      connection?.close(1011, 'something went wrong in the server');
    }
  };
  return {
    onOpen(_event: Event, { raw }: { raw?: unknown }) {
      if (!(raw instanceof WebSocket)) throw new Error('the server was set up with another kind of WebSocket');
      const added = live.add(write ? translateFrames(raw, write) : raw, userID, {
        ...session,
        closed: (gone) => closeOnError(() => session.closed?.(gone)),
      });
      connection = added;
      raw.on('pong', () => added.alive());
      raw.on('message', (data: Buffer, isBinary) =>
        closeOnError(() => session.received?.(added, isBinary ? data : data.toString())),
      );
      raw.on('close', () => added.gone());
      // The close that follows reports the failure.
      raw.on('error', () => {});
      removeListenersOfAdapter(raw);
      closeOnError(() => session.opened?.(added));
    },
  };
}

const translateFrames = (socket: WebSocket, write: NonNullable<WriteFrame>): LiveSocket => ({
  get bufferedAmount() {
    return socket.bufferedAmount;
  },
  send: (frame) => socket.send(typeof frame === 'string' ? write(frame) : frame),
  ping: () => socket.ping(),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
});

const adapterEventNames = ['message', 'close', 'error'] as const;

/**
 * Removes the listeners that the adapter adds once the socket is open: they retain the whole request until the socket
 * closes, which is half of the memory of a socket.
 */
function removeListenersOfAdapter(socket: WebSocket): void {
  const kept = new Set(adapterEventNames.flatMap((event) => socket.listeners(event)));
  queueMicrotask(() => {
    for (const event of adapterEventNames) {
      // Listeners are plain `Function`s to their emitter, whatever their parameters.
      for (const listener of socket.listeners(event))
        if (!kept.has(listener)) socket.off(event, listener as () => void);
    }
  });
}
