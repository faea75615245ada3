import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** A network between two machines that can be made to fail. */
export interface Network {
  readonly url: string;
  /** Nothing goes through, and what is open breaks. */
  cut(): void;
  mend(): void;
  /** Leads to another address from now on. */
  leadTo(target: string): void;
  /** Changes one bit of what the box says next. */
  flipNextByte(): void;
  /** What the spare has said so far, one entry per connection. */
  readonly recordings: readonly (readonly Buffer[])[];
  /** Changes what the spare says from now on. */
  mangle(change: (bytes: Buffer) => Buffer): void;
  /** Keeps back whatever the box says for so long. */
  delay(milliseconds: number): void;
}

/** Stands between the spare and a box, until the tests of the file have ended. */
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
      // The end of an answer is its body.
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
  // A server that listens on a host and port has an address of this form.
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
