import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** The numbered notifications of one person, over as many connections as it takes. */
export interface Stream {
  /** Connects and asks for what came after the last number; to be called again once the service was killed. */
  open(url: string): Promise<void>;
  /** Resolves when everything that was sent before has come; throws what was wrong with the numbers. */
  settle(): Promise<void>;
  close(): void;
  readonly frames: number;
  wasAddedTo(fezID: string): boolean;
  wasToldOf(fezID: string, postText: string): boolean;
}

interface Frame {
  readonly seq?: number;
  readonly resync?: boolean;
  readonly type: Readonly<Record<string, unknown>>;
  readonly info: string;
  readonly contentID: string;
}

const patienceMilliseconds = 20_000;

/** `token` is that of the person, whose name is told when something is wrong. */
export function createStream(name: string, token: string): Stream {
  const added = new Set<string>();
  const posts = new Set<string>();
  const faults: string[] = [];
  let newest = 0;
  let frames = 0;
  let socket: WebSocket | undefined;

  function take(frame: Frame): void {
    if (frame.resync) faults.push(`${name} was told to start again after ${newest}`);
    // What is worth something only at its moment has no number.
    if (frame.resync || frame.seq === undefined) return;
    if (frame.seq <= newest) faults.push(`${name} was sent ${frame.seq} after ${newest}`);
    newest = frame.seq;
    frames += 1;
    const [type = ''] = Object.keys(frame.type);
    if (type.startsWith('addedTo')) added.add(frame.contentID);
    if (type.endsWith('UnreadMsg')) posts.add(postKey(frame.contentID, frame.info.split(': ').at(-1) ?? ''));
  }

  return {
    async open(url) {
      const address = `${url.replace(/^http/, 'ws')}/api/v3/notification/socket?since=${newest}`;
      const opened = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
      socket?.terminate();
      socket = opened;
      opened.on('message', (data) => {
        // What still comes over the connection before is sent again over this one.
        if (socket === opened) take(JSON.parse(data.toString()));
      });
      // Connections break when the service is killed.
      opened.on('error', () => {});
      await once(opened, 'open', { signal: AbortSignal.timeout(patienceMilliseconds) });
    },
    async settle() {
      assert.ok(socket);
      const answered = once(socket, 'pong', { signal: AbortSignal.timeout(patienceMilliseconds) });
      socket.ping();
      // The answer comes after all frames sent before it.
      await answered;
      assert.deepEqual(faults, []);
    },
    close: () => socket?.terminate(),
    get frames() {
      return frames;
    },
    wasAddedTo: (fezID) => added.has(fezID),
    wasToldOf: (fezID, postText) => posts.has(postKey(fezID, postText)),
  };
}

const postKey = (fezID: string, text: string): string => `${fezID} ${text}`;
