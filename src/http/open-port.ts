import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { canSharePorts } from '#platform/machine/operating-system.ts';

/** An open port. */
export interface OpenPort {
  readonly port: number;
  /** Accepts no more connections. Resolves once all have ended. */
  close(): Promise<void>;
}

/**
 * How many sockets listen on the port at most. In each turn of the event loop Node accepts one connection from each: with a
 * single one, a service busy for 50 ms in each turn accepted 56 of 600 in three seconds, 432 with eight. When 900
 * connections of attackers arrived at once, the other calls took 5 s with one, 1.5 with eight and 0.4 with 64.
 */
const maxListeningSockets = 64;
/** Each socket takes one of the files that the process may open, so there are few where few connections may be open. */
const connectionsPerSocket = 128;

/**
 * Accept backlog: a whole ship reconnects at once when its WiFi returns. Clients that the system rejects retry only
 * after seconds.
 */
const maxWaitingConnections = 4096;

/** Where to listen, and how many connections may be open. */
export interface PortOptions {
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
  readonly maxConnections: number;
}

/** Opens a port for a server. Rejects if another program uses it. */
export async function openPort(server: HttpServer, { host, port, maxConnections }: PortOptions): Promise<OpenPort> {
  const options = { host, port, backlog: maxWaitingConnections };
  if (!canSharePorts) {
    await listen(server, options);
    return { port: getPort(server), close: () => close(server) };
  }
  // A port can be shared with another service too, which no one wants.
  if (port !== 0) await assertFree(options);
  await listen(server, { ...options, reusePort: true });
  const shared = { ...options, port: getPort(server), reusePort: true };
  const sockets = Math.min(maxListeningSockets, Math.ceil(maxConnections / connectionsPerSocket));
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer((socket: Socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => listen(other, shared)));
  return {
    port: shared.port,
    close: async () => {
      await Promise.all([server, ...others].map(close));
    },
  };
}

async function assertFree(options: ListenOptions): Promise<void> {
  const probe = createServer();
  await listen(probe, options);
  await close(probe);
}

async function listen(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

// Servers that listen on a host and port have an AddressInfo.
const getPort = (server: Server): number => (server.address() as AddressInfo).port;

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
