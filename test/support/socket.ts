import { WebSocket } from 'ws';
import { timeoutMilliseconds } from './timeout.ts';

/** A JSON frame; the test's assertions determine its content. */
export type Frame = Record<string, unknown>;

/** A socket client that queues received frames, so that a test can wait for one. */
export interface TestSocket {
  readonly frames: Frame[];
  /** Takes the next frame for which `matches` holds; fails if none arrives. */
  next(matches?: (frame: Frame) => boolean): Promise<Frame>;
  /** Takes the next binary frame; fails if none arrives. */
  nextBytes(): Promise<Buffer>;
  /** Resolves with the close code; fails if the socket stays open. */
  readonly closed: Promise<number>;
  /** Sends a string as a text frame, bytes as a binary one. */
  send(frame: string | Buffer): void;
  /** Resolves when the service has answered a ping; fails if no pong arrives. */
  ping(): Promise<void>;
  close(): void;
}

/** Resolves with the awaited value; on timeout fails with a description of what didn't happen. */
async function withPatience<Value>(awaited: Promise<Value>, complaint: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${complaint} within ${timeoutMilliseconds} ms`));
    timer = setTimeout(fail, timeoutMilliseconds);
  });
  return Promise.race([awaited, impatience]).finally(() => clearTimeout(timer));
}

/** A queue of received items, and of callers that wait for one. */
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
    // By default the client library returns a list of buffers per message.
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
