import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { getNetwork, toPlainAddress } from '#platform/network/addresses.ts';
import { chooseRetryAfter, formatError } from './error-response.ts';
import { nextRequestID } from './request-id.ts';
import { errorHeaders } from './response.ts';

/** Limits on concurrent connections (core rule 127). */
export interface ConnectionLimits {
  readonly all: number;
  /** Per address that isn't a trusted proxy: half the ship may share one. */
  readonly perAddress: number;
}

/** Enough for 3,000 phones with a few connections each, plus a margin. */
const maxConnections = 20_000;
/** File descriptors reserved for uploads, pictures and the database. */
const reservedFiles = 512;

/**
 * Returns the maximum number of connections for a process with this limit of open files; undefined if the system
 * doesn't report one.
 */
export function computeConnectionLimits(maxOpenFiles = Number.POSITIVE_INFINITY): ConnectionLimits {
  const reserved = Math.min(reservedFiles, Math.ceil(maxOpenFiles / 2));
  const all = Math.min(maxConnections, maxOpenFiles - reserved);
  return { all, perAddress: Math.ceil(all / 2) };
}

/** Tracks which connections exceed the limit and get an error. */
export interface ConnectionGuard {
  /** How many connections may be open. */
  readonly maxOpen: number;
  /** Counts the connections of a server. Excess TLS connections are closed, since no error can be sent to them. */
  watch(server: Server, options: { readonly isSecure: boolean }): void;
  isSurplus(incoming: IncomingMessage): boolean;
  /** Rejects every request of an excess connection and passes on the others. */
  rejectSurplus(listener: RequestListener): RequestListener;
}

/** How many rejected connections get an error at the same time, and for how long; the rest are closed. */
const maxAwaitingError = 64;
const requestTimeoutMilliseconds = 2000;

type Rejection = { readonly code: ErrorCode; readonly reason: string };
const tooManyConnections: Rejection = { code: 'unavailable', reason: 'Too many connections are open. Try again.' };
const tooManyFromAddress: Rejection = {
  code: 'tooManyRequests',
  reason: 'Too many connections are open from your address. Please try again.',
};

export function createConnectionGuard(limits: ConnectionLimits, trustedProxies: readonly string[]): ConnectionGuard {
  const openByNetwork = new Map<string, number>();
  const rejections = new WeakMap<Socket, Rejection>();
  let open = 0;
  let awaitingError = 0;

  function findRejection(address: string): Rejection | undefined {
    if (open >= limits.all) return tooManyConnections;
    if (trustedProxies.includes(address)) return undefined;
    return (openByNetwork.get(getNetwork(address)) ?? 0) >= limits.perAddress ? tooManyFromAddress : undefined;
  }

  function count(network: string, change: 1 | -1): void {
    open += change;
    const ofNetwork = (openByNetwork.get(network) ?? 0) + change;
    if (ofNetwork > 0) openByNetwork.set(network, ofNetwork);
    else openByNetwork.delete(network);
  }

  function scheduleError(socket: Socket, rejection: Rejection): void {
    awaitingError += 1;
    socket.once('close', () => {
      awaitingError -= 1;
    });
    rejections.set(socket, rejection);
    socket.setTimeout(requestTimeoutMilliseconds);
  }

  function accept(socket: Socket, isSecure: boolean): void {
    const address = toPlainAddress(socket.remoteAddress ?? '');
    const rejection = findRejection(address);
    if (!rejection) {
      const network = getNetwork(address);
      count(network, 1);
      socket.once('close', () => count(network, -1));
    } else if (isSecure || awaitingError >= maxAwaitingError) socket.destroy();
    else scheduleError(socket, rejection);
  }

  return {
    maxOpen: limits.all,
    watch: (server, { isSecure }) => void server.on('connection', (socket: Socket) => accept(socket, isSecure)),
    isSurplus: ({ socket }) => rejections.has(socket),
    rejectSurplus: (listener) => (incoming, outgoing) => {
      const rejection = rejections.get(incoming.socket);
      if (!rejection) return listener(incoming, outgoing);
      const { code, reason } = rejection;
      outgoing.writeHead(errorCodes[code].status, {
        ...errorHeaders(nextRequestID()),
        'retry-after': chooseRetryAfter(),
        connection: 'close',
      });
      outgoing.end(formatError(code, reason));
    },
  };
}
