import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { timeoutMilliseconds } from '../../support/timeout.ts';
import type { Clock } from './fact.ts';
import { isNotice } from './notices.ts';
import type { WorldTime } from './world.ts';

/** A received frame; its other fields depend on the socket. */
export type Frame = Readonly<Record<string, unknown>> & { readonly seq?: number; readonly resync?: boolean };

/** Numbered frames of one user, over any number of connections. */
export interface Stream {
  /** Connects, unless that is rejected or breaks, and asks for what came after the last frame, or after one this number of frames earlier. */
  open(again?: number): Promise<void>;
  readonly isOpen: boolean;
  /** Resolves when all frames sent before have arrived; throws if the connection isn't open. */
  settle(): Promise<void>;
  close(): void;
  /** The number of different frames received. */
  readonly frames: number;
  /** The moment of the last resync; frames sent before it needn't arrive. */
  readonly resyncedAt: number;
}

export interface StreamOptions {
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  /** The clock that the service uses. */
  readonly time: Pick<WorldTime, 'now' | 'began'>;
  /** Called with a description of a faulty frame. */
  readonly fault: (words: string) => void;
  /**
   * Receives each frame; `openedAt` is the moment before its connection was opened. A frame is new when it first
   * arrives.
   */
  readonly take: (frame: Frame, openedAt: number, isNew: boolean) => void;
}

/** The service sends up to this number of missed frames again; beyond that the client must resync (decision 52). */
const maxReplayed = 500;
/** The service sends all frames of this time again; it retains them for an hour longer. */
const retainedMilliseconds = 24 * 60 * 60_000;

/**
 * Removes the parts of a frame that may change before it is sent again: its author's picture, the thread's title, and
 * the text for a singer, who may have been called or changed the song.
 */
function toComparableText(frame: Frame): string {
  const isForSinger = 'karaokeNext' in Object(frame.type);
  return JSON.stringify(frame, (key, value) => {
    if (key === 'userImage' || (isForSinger && key === 'info')) return undefined;
    return key === 'info' ? String(value).replace(/(posted in) “.*”$/, '$1') : value;
  });
}

/** `url` is the address of the socket, without its query. */
export function createStream({ url, token, clock, time, fault, take }: StreamOptions): Stream {
  const seen = new Map<number, string>();
  const arrivals = new Map([[0, time.began]]);
  let newest = 0;
  let socket: WebSocket | undefined;
  let isOpen = false;
  let resyncedAt = 0;

  const isOld = (seq: number): boolean =>
    time.now().getTime() - (arrivals.get(seq)?.getTime() ?? 0) > retainedMilliseconds;

  /** Returns the newest sequence number after a resync, because the client missed too many frames or too much time has passed. */
  function startAgain(seq: number, before: number): number {
    if (seq - before <= maxReplayed && !isOld(before)) fault(`got a resync to ${seq} after ${before}`);
    resyncedAt = clock();
    newest = Math.max(newest, seq);
    return seq;
  }

  function receive(frame: Frame, openedAt: number, before: number): number {
    const { seq } = frame;
    // Ephemeral frames have no sequence number.
    if (seq === undefined) return before;
    if (frame.resync) return startAgain(seq, before);
    if (seq <= before) fault(`was sent ${seq} after ${before}`);
    const text = toComparableText(frame);
    const known = seen.get(seq);
    if (known !== undefined && known !== text && !isNotice(known) && !isNotice(text))
      fault(`was sent once ${known} and once ${text}`);
    seen.set(seq, text);
    if (!arrivals.has(seq)) arrivals.set(seq, time.now());
    newest = Math.max(newest, seq);
    take(frame, openedAt, known === undefined);
    return seq;
  }

  /** A number that was sent, or 0: after a takeover there are gaps in the numbers. */
  function numberBefore(frames: number): number {
    if (frames === 0) return newest;
    const numbers = [...seen.keys()].filter((seq) => seq < newest).sort((one, other) => other - one);
    return numbers[frames - 1] ?? 0;
  }

  function connect(since: number): WebSocket {
    const openedAt = clock();
    let last = since;
    const address = `${url.replace(/^http/, 'ws')}?since=${since}`;
    const opened = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
    // The service sends frames that still arrive over the previous connection again over the next one.
    opened.on('message', (data) => {
      if (socket === opened) last = receive(JSON.parse(data.toString()), openedAt, last);
    });
    opened.on('open', () => {
      if (socket === opened) isOpen = true;
    });
    opened.on('close', () => {
      if (socket === opened) isOpen = false;
    });
    opened.on('error', ({ message }) => {
      if (/response: 5/.test(message)) fault(`cannot connect: ${message}`);
    });
    return opened;
  }

  function close(): void {
    socket?.terminate();
    socket = undefined;
    isOpen = false;
  }

  return {
    async open(again = 0) {
      close();
      const since = numberBefore(again);
      // A client that never got a frame gets everything retained, and no resync.
      if (since === 0 && isOld(0)) resyncedAt = clock();
      const opened = connect(since);
      socket = opened;
      await openOrClosed(opened);
    },
    get isOpen() {
      return isOpen;
    },
    async settle() {
      assert.ok(socket && isOpen, 'a closed stream does not settle');
      const pong = once(socket, 'pong', { signal: AbortSignal.timeout(timeoutMilliseconds) });
      socket.ping();
      // This frame arrives after all frames sent before it.
      await pong;
    },
    close,
    get resyncedAt() {
      return resyncedAt;
    },
    get frames() {
      return seen.size;
    },
  };
}

function openOrClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${socket.url} neither opens nor closes`)), timeoutMilliseconds);
    const settle = () => {
      clearTimeout(late);
      resolve();
    };
    socket.once('open', settle);
    socket.once('close', settle);
  });
}
