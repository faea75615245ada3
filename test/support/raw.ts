import { connect, type Socket } from 'node:net';

/** A bare connection, for requests that no client library would send. */
export interface RawConnection {
  write(text: string | Buffer): void;
  /** Resolves once the other side has received it. */
  writeWhole(bytes: Buffer): Promise<void>;
  /** Resolves with everything received, once the other side has closed. */
  readonly received: Promise<string>;
  /** Resolves once the received text contains this. */
  until(text: string): Promise<string>;
  /** Stops reading, so that the other side has to buffer. */
  pause(): void;
  end(): void;
  /** Resets the connection. */
  reset(): void;
}

/** Connects from an address of this machine, such as 127.0.0.2. */
export async function connectRaw(url: string, from?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ port: Number(port), host: hostname, ...(from && { localAddress: from }) });
  let text = '';
  const listeners = new Set<() => void>();
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (const listener of [...listeners]) listener();
  });
  socket.on('error', () => {});
  const received = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    write: (bytes) => void socket.write(bytes),
    writeWhole: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    received,
    until: (wanted) =>
      new Promise((resolve) => {
        const check = () => {
          if (!text.includes(wanted)) return;
          listeners.delete(check);
          resolve(text);
        };
        listeners.add(check);
        check();
      }),
    pause: () => void socket.pause(),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  };
}
