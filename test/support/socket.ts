import { WebSocket } from 'ws';
import { timeoutMilliseconds } from './patience.ts';

/** A JSON frame; what is in it the test says by its assertions. */
export type Frame = Record<string, unknown>;

/** A socket client that keeps the frames it was sent, so that a test can wait for one. */
export interface TestSocket {
  readonly frames: Frame[];
  /** The next frame not taken yet for which `matches` holds; fails when none comes. */
  next(matches?: (frame: Frame) => boolean): Promise<Frame>;
  /** The next binary frame not taken yet; fails when none comes. */
  nextBytes(): Promise<Buffer>;
  /** The close code; fails when the socket stays open. */
  readonly closed: Promise<number>;
  /** Text goes as a text frame, bytes as a binary one. */
  send(frame: string | Buffer): void;
  /** Resolves when the service has answered; fails when no answer comes. */
  ping(): Promise<void>;
  close(): void;
}

/** What was waited for, or a failure that says what did not happen. */
async function withPatience<Value>(awaited: Promise<Value>, complaint: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${complaint} within ${timeoutMilliseconds} ms`));
    timer = setTimeout(fail, timeoutMilliseconds);
  });
  return Promise.race([awaited, impatience]).finally(() => clearTimeout(timer));
}

/** Things that came and wait to be taken, and takers that wait for them. */
interface Inbox<Item> {
  put(item: Item): void;
  take(matches?: (item: Item) => boolean): Promise<Item>;
}

function createInbox<Item>(): Inbox<Item> {
  const untaken: Item[] = [];
  const waiting: { matches: (item: Item) => boolean; resolve: (item: Item) => void }[] = [];
  return {
    put(item) {
      const index = waiting.findIndex(({ matches }) => matches(item));
      if (index < 0) untaken.push(item);
      else waiting.splice(index, 1)[0]?.resolve(item);
    },
    take(matches = () => true) {
      const index = untaken.findIndex((item) => matches(item));
      const [taken] = index >= 0 ? untaken.splice(index, 1) : [];
      if (taken !== undefined) return Promise.resolve(taken);
      return withPatience(new Promise((resolve) => waiting.push({ matches, resolve })), 'no such frame came');
    },
  };
}

/** Opens a socket of the service; rejects with the HTTP status when the upgrade is rejected. */
export async function openSocket(url: string, path: string, token?: string): Promise<TestSocket> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers });
  const frames: Frame[] = [];
  const texts = createInbox<Frame>();
  const binaries = createInbox<Buffer>();
  socket.on('message', (data, isBinary) => {
    // The client library gives one buffer per message unless told otherwise.
    if (isBinary) return binaries.put(data as Buffer);
    const frame: Frame = JSON.parse(data.toString());
    frames.push(frame);
    texts.put(frame);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`rejected with ${response.statusCode}`)),
    );
    socket.once('error', reject);
  });
  return {
    frames,
    get closed() {
      return withPatience(closed, 'the socket did not close');
    },
    next: (matches) => texts.take(matches),
    nextBytes: () => binaries.take(),
    send: (frame) => socket.send(frame),
    ping() {
      const answered = new Promise<void>((resolve) => socket.once('pong', () => resolve()));
      socket.ping();
      return withPatience(answered, 'no pong came');
    },
    close: () => socket.close(),
  };
}
