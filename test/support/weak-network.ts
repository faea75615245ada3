import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';

/** The way between phones and the box, which a test can cut, and lead to another box. */
export interface Network {
  /** Where phones find the box, as if over TLS. */
  readonly url: string;
  /** Where browsers of tests find it over plain HTTP. */
  readonly plainUrl: string;
  /** Bytes that the box has sent so far. */
  readonly received: number;
  /** Ends all connections; new ones are refused until `restore`. */
  cut(): void;
  /** Connections go to the box at this address from now on. */
  restore(url?: string): void;
  /** Ends all connections, once; new ones are taken. */
  drop(): void;
  /** From now on what phones are sent, and what they send, takes its time; what is under way already does not. */
  slow(weakness: Weakness): void;
}

/** What is wrong with a radio. */
export interface Weakness {
  /** For all connections together, in each direction. */
  readonly bytesPerSecond: number;
  /** There and back; opening a connection takes no time. */
  readonly roundTripMilliseconds: number;
}

export async function openNetwork(box: string): Promise<Network> {
  let target = new URL(box);
  let isCut = false;
  let received = 0;
  let [up, down] = [createAir(), createAir()];
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
    carry(phone, line, up);
    carry(line, phone, down);
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
    slow(weakness) {
      [up, down] = [createAir(weakness), createAir(weakness)];
    },
  };
}

/** One direction of the radio, for all connections: says in how many milliseconds so many bytes arrive. */
type Air = (bytes: number) => number;

function createAir(weakness?: Weakness): Air {
  let freeAt = 0;
  return (bytes) => {
    if (!weakness) return 0;
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / weakness.bytesPerSecond) * 1000;
    return freeAt - now + weakness.roundTripMilliseconds / 2;
  };
}

/** Passes on what one end sends, in order and each in its time. */
function carry(from: Socket, to: Socket, air: Air): void {
  let before: Promise<unknown> = Promise.resolve();
  const inTime = (bytes: number, work: () => void) => {
    const wait = air(bytes);
    before = Promise.all([before, wait > 0 ? setTimeout(wait) : undefined]).then(work);
  };
  from.on('data', (bytes) => inTime(bytes.length, () => to.write(bytes)));
  from.on('close', () => inTime(0, () => to.destroy()));
}
