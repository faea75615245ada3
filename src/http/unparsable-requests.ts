import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { formatError } from './error-response.ts';
import { nextRequestID } from './request-id.ts';
import { errorHeaders } from './response.ts';

/**
 * Requests that never reach the router, because they are invalid HTTP or unsupported. Each gets an error record
 * if anything can be sent (core rule 16).
 */

/** Meanings of the parser's errors; any other is an unreadable request. */
const parserErrors: Readonly<Record<string, readonly [code: ErrorCode, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [
    'headersTooLarge',
    'The address and headers of the request are too long: the limit is 16 KB in all.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['tooSlow', 'The request took too long to arrive.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['tooLarge', 'The request body has chunk extensions that are too long.'],
};
const unreadableRequest = ['malformed', "The request isn't valid HTTP."] as const;

/** Rejects requests that a server can't even parse. */
export function respondToUnparsableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, reason] = parserErrors[error.code ?? ''] ?? unreadableRequest;
    writeError(socket, code, reason);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    writeError(socket, 'methodNotAllowed', 'Method not allowed here.', {
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    });
  });
  server.on('checkExpectation', ((_incoming, outgoing) => {
    outgoing.writeHead(417, { ...errorHeaders(nextRequestID()), connection: 'close' });
    outgoing.end(formatError('expectationFailed', 'The only supported expectation is 100-continue.'));
  }) satisfies RequestListener);
}

/** Rejects socket handshakes that break the protocol; the library would do so in a form of its own. */
export function respondToInvalidHandshakes(webSockets: WebSocketServer): void {
  webSockets.on('wsClientError', (error, socket) => {
    const reason = `The WebSocket cannot be opened: ${error.message}.`;
    writeError(socket, 'malformed', reason, { 'sec-websocket-version': '13' });
  });
}

/** Writes a complete error response and ends the connection. */
export function writeError(
  socket: Duplex,
  code: ErrorCode,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(formatError(code, reason));
  writeResponse(socket, errorCodes[code].status, { ...errorHeaders(nextRequestID()), ...headers }, body);
}

/** Closes the connection of a client that doesn't close its side: it has this long to read the response. */
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
