import { request as ask, createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Is in front of the server for what engines can't do alike: signing in at once, and planting failures. */
export interface Gate {
  readonly url: string;
  close(): void;
}

/** Opening this signs in with a token, and leads on to a path. */
export const signInPath = (token: string, to: string): string => `/gate/${token}?to=${encodeURIComponent(to)}`;

/**
 * Opens a gate to the server at `box`. `planted` is script that runs before the page's own.
 */
export async function openGate(box: string, planted: string): Promise<Gate> {
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    // A client that takes the gate for a proxy sends the whole address.
    const { pathname, search, searchParams } = new URL(request.url ?? '/', box);
    const [, token] = /^\/gate\/(.+)$/.exec(pathname) ?? [];
    if (token !== undefined) {
      const cookie = `session=${token}; Path=/; HttpOnly; SameSite=Lax`;
      return void response.writeHead(303, { 'set-cookie': cookie, location: searchParams.get('to') ?? '/' }).end();
    }
    const isScript = planted !== '' && /^\/web\/.*\/(?:page|wall)\.js$/.test(pathname);
    const { method, headers } = request;
    const passed = { method, headers: isScript ? { ...headers, 'accept-encoding': 'identity' } : headers };
    const asked = ask(new URL(pathname + search, box), passed, (answer) => {
      const { 'content-length': length, ...others } = answer.headers;
      const extra = isScript && answer.statusCode === 200 ? `${planted};\n` : '';
      const size = length === undefined ? {} : { 'content-length': Number(length) + Buffer.byteLength(extra) };
      response.writeHead(answer.statusCode ?? 502, { ...others, ...size });
      response.write(extra);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // To a proxy, sockets go through a tunnel.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => passOn(box, request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Joins a socket that a page opens to one of the server. */
function passOn(box: string, { url = '/', method, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(box);
  const { pathname, search } = new URL(url, box);
  const line: Socket = connect(Number(port), hostname);
  const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `\r\n${text}: ` : text)).join('');
  line.write(`${method} ${pathname}${search} HTTP/1.1${headers}\r\n\r\n`);
  line.write(head);
  line.pipe(socket).pipe(line);
  for (const [one, other] of [
    [line, socket],
    [socket, line],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
