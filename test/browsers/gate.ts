import { request as ask, createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * A proxy in front of the server for what the engines would each do differently: signing in without the form, and
 * injecting storage failures.
 */
export interface Gate {
  readonly url: string;
  close(): void;
}

/** Path at the gate that signs in with a token and redirects to another path. */
export const signInPath = (token: string, to: string): string => `/gate/${token}?to=${encodeURIComponent(to)}`;

/** Opens a gate in front of the server at `serverURL`. `planted` is a script that runs before the page's own. */
export async function openGate(serverURL: string, planted: string): Promise<Gate> {
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    // A client that uses the gate as a proxy sends the full URL.
    const { pathname, search, searchParams } = new URL(request.url ?? '/', serverURL);
    const [, token] = /^\/gate\/(.+)$/.exec(pathname) ?? [];
    if (token !== undefined) {
      const cookie = `session=${token}; Path=/; HttpOnly; SameSite=Lax`;
      return void response.writeHead(303, { 'set-cookie': cookie, location: searchParams.get('to') ?? '/' }).end();
    }
    const isScript = planted !== '' && /^\/web\/.*\/(?:page|wall)\.js$/.test(pathname);
    const { method, headers } = request;
    const passed = { method, headers: isScript ? { ...headers, 'accept-encoding': 'identity' } : headers };
    const asked = ask(new URL(pathname + search, serverURL), passed, (answer) => {
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
  // WebSockets go through a tunnel when a proxy is used.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    passOn(serverURL, request, socket, head),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Forwards a WebSocket that a page opens to the server. */
function passOn(
  serverURL: string,
  { url = '/', method, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { hostname, port } = new URL(serverURL);
  const { pathname, search } = new URL(url, serverURL);
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
