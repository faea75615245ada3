import { WebSocket } from 'ws';

/** A JSON frame; what is in it the test says by its assertions. */
export type Frame = Record<string, unknown>;

/** A socket client that keeps the frames it was sent, so that a test can wait for one. */
export interface TestSocket {
  readonly frames: Frame[];
  /** The next frame not taken yet for which `matches` holds; fails after two seconds without one. */
  next(matches?: (frame: Frame) => boolean): Promise<Frame>;
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
  const frames: Frame[] = [];
  const untaken: Frame[] = [];
  const waiting: { matches: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  socket.on('message', (data) => {
    const frame: Frame = JSON.parse(data.toString());
    frames.push(frame);
    const index = waiting.findIndex(({ matches }) => matches(frame));
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
      const index = untaken.findIndex((frame) => matches(frame));
      const [taken] = index >= 0 ? untaken.splice(index, 1) : [];
      if (taken) return Promise.resolve(taken);
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

function finish(timer: NodeJS.Timeout, resolve: (frame: Frame) => void, frame: Frame): void {
  clearTimeout(timer);
  resolve(frame);
}
