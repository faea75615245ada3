import { WebSocket } from 'ws';

/** A socket client that keeps the frames it was sent, so that a test can wait for one. */
export interface TestSocket {
  readonly frames: unknown[];
  /** The next frame not taken yet for which `matches` holds; fails after two seconds without one. */
  next(matches?: (frame: never) => boolean): Promise<unknown>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  send(frame: string | Buffer): void;
  close(): void;
}

const patienceMilliseconds = 2000;

/** Opens a socket of the service; rejects with the HTTP status when the upgrade is refused. */
export async function openSocket(url: string, path: string, token?: string): Promise<TestSocket> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers });
  const frames: unknown[] = [];
  const untaken: unknown[] = [];
  const waiting: { matches: (frame: never) => boolean; resolve: (frame: unknown) => void }[] = [];
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(data.toString());
    frames.push(frame);
    const index = waiting.findIndex(({ matches }) => matches(frame as never));
    if (index < 0) untaken.push(frame);
    else waiting.splice(index, 1)[0]?.resolve(frame);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`refused with ${response.statusCode}`)),
    );
    socket.once('error', reject);
  });
  return {
    frames,
    closed,
    next(matches = () => true) {
      const index = untaken.findIndex((frame) => matches(frame as never));
      if (index >= 0) return Promise.resolve(untaken.splice(index, 1)[0]);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no such frame came within ${patienceMilliseconds} ms`)),
          patienceMilliseconds,
        );
        waiting.push({ matches, resolve: (frame) => finish(timer, resolve, frame) });
      });
    },
    send: (frame) => socket.send(frame),
    close: () => socket.close(),
  };
}

function finish(timer: NodeJS.Timeout, resolve: (frame: unknown) => void, frame: unknown): void {
  clearTimeout(timer);
  resolve(frame);
}
