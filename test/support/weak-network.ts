import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** The network between phones and the server, which a test can cut and route to another server. */
export interface Network {
  /** The address of the server for phones, as if over TLS. */
  readonly url: string;
  /** The address of the server for test browsers, over plain HTTP. */
  readonly plainUrl: string;
  /** Bytes that the server has sent so far. */
  readonly received: number;
  /** Closes all connections; new ones are refused until `restore`. */
  cut(): void;
  /** Connects to the server at this address from now on. */
  restore(url?: string): void;
  /** Closes all connections once; new ones are accepted. */
  drop(): void;
}

export async function openNetwork(serverURL: string): Promise<Network> {
  let target = new URL(serverURL);
  let isCut = false;
  let received = 0;
  const open = new Set<Socket>();
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((phone) => {
    if (isCut) return void phone.destroy();
    const line = connect(Number(target.port), target.hostname);
    line.on('data', (bytes) => {
      received += bytes.length;
    });
    for (const [one, other] of [
      [phone, line],
      [line, phone],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
    }
    forwardBytes(phone, line);
    forwardBytes(line, phone);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    drop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    plainUrl: `http://ship.test:${port}`,
    get received() {
      return received;
    },
    cut() {
      isCut = true;
      drop();
    },
    restore(url) {
      if (url !== undefined) target = new URL(url);
      isCut = false;
    },
    drop,
  };
}

/** Forwards what one end sends. */
function forwardBytes(from: Socket, to: Socket): void {
  from.on('data', (bytes) => to.write(bytes));
  from.on('close', () => to.destroy());
}
