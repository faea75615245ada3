import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { formatError } from './error-response.ts';
import { nextRequestID } from './request-id.ts';
import { errorHeaders } from './response.ts';

/**
 * Requests that never reach the program, since they are no HTTP, or nothing that it has an answer to: each gets an error
 * record all the same, wherever anything can be sent (core rule 16).
 */

/** What the parser's complaints mean; any other is that of a request which cannot be read. */
const complaints: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and headers of the request are too long: they may have 16 KB in all.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request body has chunks with too much about them.'],
};
const unreadable = [400, 'The request cannot be read as HTTP.'] as const;

/** Rejects what a server cannot even hand on as a request. */
export function respondToUnreadRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, reason] = complaints[error.code ?? ''] ?? unreadable;
    writeError(socket, status, reason);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    writeError(socket, 405, 'No address takes this method.', { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  });
  server.on('checkExpectation', ((_incoming, outgoing) => {
    outgoing.writeHead(417, { ...errorHeaders(nextRequestID()), connection: 'close' });
    outgoing.end(formatError(417, 'Nothing can be expected but 100-continue.'));
  }) satisfies RequestListener);
}

/** Rejects handshakes of sockets that break their protocol; the library would do it in a form of its own. */
export function respondToBrokenHandshakes(webSockets: WebSocketServer): void {
  webSockets.on('wsClientError', (error, socket) => {
    const reason = `The WebSocket cannot be opened: ${error.message}.`;
    writeError(socket, 400, reason, { 'sec-websocket-version': '13' });
  });
}

/** Writes an error in its whole form and ends the connection. */
export function writeError(
  socket: Duplex,
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(formatError(status, reason));
  writeResponse(socket, status, { ...errorHeaders(nextRequestID()), ...headers }, body);
}

/** A client that doesn't close its half has this long to read the response: nothing else ends such a connection. */
const lingerMilliseconds = 1_000;

/** Writes a response to a connection that no longer belongs to the server, and ends it. */
export function writeResponse(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): void {
  const all = { ...headers, 'content-length': String(body.length), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(body);
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(timer));
}
