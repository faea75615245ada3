import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeError } from '#http/unparsable-requests.ts';
import { toPlainAddress } from '#platform/network/addresses.ts';
import type { Clock } from '#platform/time/clock.ts';
import { createHandshakeLimits } from './handshake-limits.ts';
import { linkProtocol, tlsParameters, toSharedKey } from './secure.ts';

/** An answer to the peer: JSON, or bytes with some JSON in a header. */
export interface LinkAnswer {
  readonly head: unknown;
  readonly body?: Buffer | Readable;
}

/** The header that carries an answer's JSON if the body is something else. */
export const jsonHeaderName = 'head';

/** The server's end of the links to the paired machine. */
export interface LinkServer {
  /** Takes over a connection that was asked to be upgraded to `linkProtocol`. */
  accept(upgrade: IncomingMessage, head: Buffer): void;
  /** Closes all links. The peer opens new ones, if it has the current code. */
  disconnect(): void;
  /** Closes all links, and rejects new ones. */
  close(): void;
}

export interface LinkServerOptions {
  /** Returns the current pairing code; undefined if no machine is paired. */
  readCode(): string | undefined;
  /** Returns the network addresses of machines that have proved the code before. */
  readPeers(): readonly string[];
  /** Answers a question of the paired machine, which is at `address`. */
  answer(question: unknown, address: string): Promise<LinkAnswer>;
  readonly clock: Pick<Clock, 'steadyNow'>;
}

/** Maximum length of a question; the longest one has the hashes of 8 MiB of blocks. */
const maxQuestionBytes = 64 * 1024;
const handshakeMilliseconds = 5_000;
/** The peer asks every second. */
const silentMilliseconds = 30_000;

/** Whether the connection of this request is to be upgraded to a link. */
export const isLinkUpgrade = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === linkProtocol;

/** Creates the server's end: TLS with a pre-shared key, and plain HTTP in it. Nothing is parsed before the handshake. */
export function createLinkServer({ readCode, readPeers, answer, clock }: LinkServerOptions): LinkServer {
  const open = new Set<Socket>();
  const handshakes = createHandshakeLimits(readPeers, clock);
  let code: string | undefined;
  let isClosed = false;
  const server = createServer(
    {
      ...tlsParameters,
      handshakeTimeout: handshakeMilliseconds,
      keepAliveTimeout: silentMilliseconds,
      pskCallback: () => (code === undefined ? null : toSharedKey(code)),
    },
    (request, response) => void respond(request, response).catch(() => reject(response)),
  );
  server.setTimeout(silentMilliseconds);
  server.on('secureConnection', (tlsSocket) => handshakes.succeed(tlsSocket));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = { ...JSON.parse(await readBody(request)), ask: request.url?.slice(1) };
    const { head, body } = await answer(question, toPlainAddress(request.socket.remoteAddress ?? ''));
    if (body === undefined) return void response.end(JSON.stringify(head));
    response.setHeader(jsonHeaderName, JSON.stringify(head));
    if (body instanceof Buffer) return void response.end(body);
    await pipeline(body, response);
  }

  function disconnect(): void {
    for (const socket of open) socket.destroy();
  }

  return {
    accept({ socket }, head) {
      if (isClosed) return void socket.destroy();
      // Closes the open links if the pairing has changed.
      code = readCode();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // A connection that breaks is closed; nothing else needs to be done.
      socket.on('error', () => {});
      if (code === undefined) return writeError(socket, 'accessDenied', 'These machines are not paired.');
      if (!handshakes.begin(socket))
        return writeError(
          socket,
          'tooManyRequests',
          'Too many links from your address have failed: please try again in a minute.',
        );
      // From here on the timeouts of the link apply.
      socket.setTimeout(0);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`);
      socket.unshift(head);
      server.emit('connection', socket);
    },
    disconnect,
    close() {
      isClosed = true;
      disconnect();
    },
  };
}

function reject(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { connection: 'close' }).end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > maxQuestionBytes) throw new Error(`the question has more than ${maxQuestionBytes} characters`);
  }
  return body;
}
