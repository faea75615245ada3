import { connect, type Socket } from 'node:net';
import { type Account, bearerHeader } from './api.ts';

/**
 * A client that sends requests one after another over a keep-alive connection. It supports only as much HTTP as the
 * service uses and costs a fraction of `fetch`, so the measurement isn't about the client.
 */
export interface LightClient {
  /** Resolves with the complete response. Throws unless the request succeeds. */
  send(account: Account, method: 'GET' | 'POST', path: string, body?: object): Promise<void>;
  close(): void;
}

/** Creates a client for the service at `url`. It connects on the first request. */
export function createLightClient(url: string): LightClient {
  const { host, hostname, port } = new URL(url);
  let socket: Socket | undefined;
  let received = '';
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;

  function receive(bytes: Buffer): void {
    received += bytes.toString('latin1');
    const [, status, length] = /^HTTP\/1\.1 (\d+).*?\r\ncontent-length: (\d+)/is.exec(received) ?? [];
    const bodyStart = received.indexOf('\r\n\r\n') + 4;
    if (length === undefined || bodyStart < 4 || received.length < bodyStart + Number(length)) return;
    const answer = received;
    received = '';
    if (Number(status) < 300) waiting?.resolve();
    else waiting?.reject(new Error(answer));
  }

  function open(): Socket {
    const opened = connect(Number(port), hostname);
    opened.setNoDelay().on('data', receive);
    opened.on('error', (error) => waiting?.reject(error));
    opened.on('close', () => waiting?.reject(new Error(`${url} has closed the connection`)));
    return opened;
  }

  return {
    close: () => socket?.destroy(),
    send(account, method, path, body) {
      const text = body ? JSON.stringify(body) : '';
      const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `authorization: ${bearerHeader(account)}`];
      socket ??= open();
      socket.write([...lines, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'));
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
  };
}
