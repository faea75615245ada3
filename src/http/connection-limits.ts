import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { getNetwork, toPlainAddress } from '#platform/network/addresses.ts';
import { formatError } from './error-response.ts';
import { nextRequestID } from './request-id.ts';
import { errorHeaders } from './response.ts';

/** How many connections are served at the same time (core rule 127). */
export interface ConnectionLimits {
  readonly all: number;
  /** Of one address that is no trusted proxy: half the ship may stand behind it. */
  readonly perAddress: number;
}

/** Three thousand phones with a few connections each, and some. */
const maxConnections = 20_000;
/** Files that are no connections: uploads, pictures, the database. */
const reservedFiles = 512;

/** As many connections as a process may have that may open so many files; undefined where the system does not tell. */
export function computeConnectionLimits(maxOpenFiles = Number.POSITIVE_INFINITY): ConnectionLimits {
  const reserved = Math.min(reservedFiles, Math.ceil(maxOpenFiles / 2));
  const all = Math.min(maxConnections, maxOpenFiles - reserved);
  return { all, perAddress: Math.ceil(all / 2) };
}

/** Which connections are too many, and are told so. */
export interface ConnectionGuard {
  /** Counts the connections of a server; over TLS those that are too many are closed, since no one could be told. */
  watch(server: Server, options: { readonly isSecure: boolean }): void;
  isSurplus(incoming: IncomingMessage): boolean;
  /** Rejects every request of a connection that is too many, and passes on the others. */
  rejectSurplus(listener: RequestListener): RequestListener;
}

/** So many are told at once, each within this time; more are closed. */
const maxTold = 64;
const millisecondsToAsk = 2000;

type Rejection = { readonly status: number; readonly reason: string };
const tooManyInAll: Rejection = { status: 503, reason: 'Too many connections are open. Please try again.' };
const tooManyOfAddress: Rejection = {
  status: 429,
  reason: 'Too many connections are open from your address. Please try again.',
};

export function createConnectionGuard(limits: ConnectionLimits, trustedProxies: readonly string[]): ConnectionGuard {
  const openByNetwork = new Map<string, number>();
  const rejections = new WeakMap<Socket, Rejection>();
  let open = 0;
  let told = 0;

  function findRejection(address: string): Rejection | undefined {
    if (open >= limits.all) return tooManyInAll;
    if (trustedProxies.includes(address)) return undefined;
    return (openByNetwork.get(getNetwork(address)) ?? 0) >= limits.perAddress ? tooManyOfAddress : undefined;
  }

  function count(network: string, change: 1 | -1): void {
    open += change;
    const ofNetwork = (openByNetwork.get(network) ?? 0) + change;
    if (ofNetwork > 0) openByNetwork.set(network, ofNetwork);
    else openByNetwork.delete(network);
  }

  function tell(socket: Socket, rejection: Rejection): void {
    told += 1;
    socket.once('close', () => {
      told -= 1;
    });
    rejections.set(socket, rejection);
    socket.setTimeout(millisecondsToAsk);
  }

  function accept(socket: Socket, isSecure: boolean): void {
    const address = toPlainAddress(socket.remoteAddress ?? '');
    const rejection = findRejection(address);
    if (!rejection) {
      const network = getNetwork(address);
      count(network, 1);
      socket.once('close', () => count(network, -1));
    } else if (isSecure || told >= maxTold) socket.destroy();
    else tell(socket, rejection);
  }

  return {
    watch: (server, { isSecure }) => void server.on('connection', (socket: Socket) => accept(socket, isSecure)),
    isSurplus: ({ socket }) => rejections.has(socket),
    rejectSurplus: (listener) => (incoming, outgoing) => {
      const rejection = rejections.get(incoming.socket);
      if (!rejection) return listener(incoming, outgoing);
      const { status, reason } = rejection;
      outgoing.writeHead(status, { ...errorHeaders(nextRequestID()), 'retry-after': '10', connection: 'close' });
      outgoing.end(formatError(status, reason));
    },
  };
}
