import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** A network between two machines that can fail. */
export interface Network {
  readonly url: string;
  /** Breaks all connections, and lets nothing through. */
  cut(): void;
  mend(): void;
  /** Connects to another address from now on. */
  leadTo(target: string): void;
  /** Flips one bit of the server's next message. */
  flipNextByte(): void;
  /** Everything the spare has sent so far, one entry per connection. */
  readonly recordings: readonly (readonly Buffer[])[];
  /** Changes what the spare sends from now on. */
  mangle(change: (bytes: Buffer) => Buffer): void;
  /** Delays everything the server sends by this time. */
  delay(milliseconds: number): void;
}

/** Opens a network between the spare and a server, until the tests of the file have ended. */
export async function openNetwork(target: string): Promise<Network> {
  const sockets = new Set<Socket>();
  let { hostname, port } = new URL(target);
  let [isCut, flips, delayMilliseconds] = [false, 0, 0];
  const recordings: Buffer[][] = [];
  let change = (bytes: Buffer): Buffer => bytes;

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {});
    }
    const recording: Buffer[] = [];
    recordings.push(recording);
    near.on('data', (bytes: Buffer) => {
      recording.push(bytes);
      far.write(change(bytes));
    });
    near.on('end', () => far.end());
    far.on('data', (bytes: Buffer) => {
      // The response ends with its body.
      if (flips > 0) {
        flips -= 1;
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      }
      if (delayMilliseconds === 0) near.write(bytes);
      else setTimeout(() => near.write(bytes), delayMilliseconds);
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    breakAll();
    server.close();
  });
  // Servers that listen on a host and port have an AddressInfo.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    recordings,
    mangle(now) {
      change = now;
    },
    leadTo(other) {
      ({ hostname, port } = new URL(other));
    },
    flipNextByte() {
      flips += 1;
    },
    delay(milliseconds) {
      delayMilliseconds = milliseconds;
    },
  };
}
