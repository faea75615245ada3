import { buildStorageKey } from './account.ts';
import { isShownOffline } from './ask.ts';
import { renewBadges } from './badges.ts';
import { catchUpWithChat, findChatWithReactions, findOpenChat, renewMessage } from './chat.ts';
import { readValue, saveValue } from './local-values.ts';
import { renewPage } from './renew.ts';

/** The part of a notification frame that pages use. */
interface Frame {
  readonly type?: Readonly<Record<string, unknown>>;
  readonly contentID?: string;
  readonly resync?: boolean;
  readonly seq?: number;
}

/** Higher than any sequence number: the server replies with the newest (decision 34). */
const maxSequenceNumber = 2 ** 31 - 1;
const second = 1000;
const maxPauseMilliseconds = 60 * second;
/** How often the page polls without a socket. */
const pollMilliseconds = 60 * second;
/** How often the page polls with a socket: a connection may be lost without notice. */
const fallbackPollMilliseconds = 300 * second;
/** Spreads requests after events that concern everyone, or all who follow an event. */
const broadcastSpreadMilliseconds = 15 * second;
const pauseBetweenUpdates = 300;
const pauseBeforeSocket = 400;

/**
 * Updates the page while it's visible. The browser has one socket, which resumes where the last one broke off, and
 * shares its frames with all tabs. Without a socket, the page polls.
 */
export function startLiveUpdates(account: string): void {
  const frames = new BroadcastChannel(buildStorageKey(account, 'frames'));
  const look = createPageUpdater();
  let askedAt = Date.now();
  const isSeen = () => document.visibilityState === 'visible';
  // A hidden page isn't updated; it catches up when it becomes visible.
  const hear = (frame: Frame) => {
    askedAt = Date.now();
    if (isSeen()) look(frame);
  };
  frames.onmessage = ({ data }: MessageEvent<Frame>) => hear(data);
  const kept = buildStorageKey(account, 'seq');
  let lastSeq: number | undefined;
  const line = createReconnectingSocket<Frame>(
    () => `notification/socket?since=${readValue(kept) ?? lastSeq ?? maxSequenceNumber}`,
    (frame) => {
      if (frame.seq !== undefined) {
        lastSeq = frame.seq;
        saveValue(kept, String(frame.seq));
      }
      frames.postMessage(frame);
      hear(frame);
    },
  );
  const turn = createTurn(line);
  const reactions = followReactions();
  const follow = () => {
    if (isSeen()) turn.take();
    else turn.leave();
    reactions.follow(isSeen());
  };
  document.addEventListener('visibilitychange', () => {
    follow();
    if (isSeen()) void showNews();
  });
  addEventListener('pagehide', () => {
    turn.leave();
    reactions.follow(false);
  });
  addEventListener('pageshow', follow);
  addEventListener('online', () => line.renew());
  // A socket that reconnects with nothing new brings no frame.
  addEventListener('ship-reached', () => {
    if (isSeen() && isShownOffline()) void showNews();
  });
  setInterval(() => {
    const wait = line.isOpen() && !isPolledOften() ? fallbackPollMilliseconds : pollMilliseconds;
    if (!isSeen() || Date.now() - askedAt < wait) return;
    askedAt = Date.now();
    void showNews();
  }, second);
  // A short visit opens no socket.
  setTimeout(follow, pauseBeforeSocket);
}

/** Updates a page that the browser restores as it was when the user left it. */
export function catchUpOnReturn(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const catchUp = () => void (findOpenChat() === undefined ? renewPage() : catchUpWithChat());
  if (arrival?.type === 'back_forward') catchUp();
  addEventListener('pageshow', ({ persisted }) => persisted && catchUp());
}

/** Whether what the page shows changes without a frame for this account. */
const isPolledOften = (): boolean => document.querySelector('main[data-live="often"]') !== null;

/** Updates this page and its badges. */
async function showNews(): Promise<void> {
  if (findOpenChat() !== undefined) return catchUpWithChat();
  if (document.querySelector('main[data-live]')) await renewPage();
  else await renewBadges();
}

/** Updates the page once for frames that arrive together. */
function createPageUpdater(): (frame: Frame) => void {
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let concernsPage = false;
  return ({ type = {}, contentID, resync }) => {
    const chat = findOpenChat();
    concernsPage ||= resync === true || chat === undefined || contentID === chat;
    const isForCrowd = 'announcement' in type || 'eventsChanged' in type;
    const pause = isForCrowd ? Math.random() * broadcastSpreadMilliseconds : pauseBetweenUpdates;
    if (Date.now() + pause >= dueAt) return;
    dueAt = Date.now() + pause;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      void (concernsPage ? showNews() : renewBadges());
      concernsPage = false;
    }, pause);
  };
}

/** A frame of a chat's socket. */
interface ChatFrame {
  readonly type: string;
  readonly postID?: number;
}

/** Shows reactions in the open chat. They aren't notifications, so they come on the chat's own socket. */
function followReactions() {
  const chat = findChatWithReactions();
  const changed = new Set<number>();
  const renewChanged = () => {
    for (const postID of changed) void renewMessage(`p${postID}`);
    changed.clear();
  };
  const line = createReconnectingSocket<ChatFrame>(
    () => `fez/${chat}/socket?reactions=true`,
    ({ type, postID }) => {
      if (type !== 'reaction' || postID === undefined) return;
      // Several reactions to a message that come together are shown together.
      if (changed.size === 0) setTimeout(renewChanged, pauseBetweenUpdates);
      changed.add(postID);
    },
  );
  return {
    follow(isSeen: boolean): void {
      if (isSeen && chat !== undefined) line.open();
      else line.close();
    },
  };
}

/** A socket that reconnects until it's closed. */
interface ReconnectingSocket {
  open(): void;
  close(): void;
  /** Reconnects immediately instead of waiting for the backoff. */
  renew(): void;
  isOpen(): boolean;
}

/** Creates a line to an address below the API's, which is computed again at each connection. */
function createReconnectingSocket<Heard>(findPath: () => string, hear: (frame: Heard) => void): ReconnectingSocket {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function open(): void {
    clearTimeout(timer);
    if (socket) return;
    const opened = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v3/${findPath()}`);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      dispatchEvent(new Event('ship-reached'));
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => hear(JSON.parse(data));
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = undefined;
      failures += 1;
      // Jitter, so that clients don't all reconnect at once after the server restarts.
      const pause = Math.min(maxPauseMilliseconds, second * 2 ** Math.min(failures - 1, 6));
      timer = setTimeout(open, pause * (0.5 + Math.random() / 2));
    };
  }

  function close(): void {
    clearTimeout(timer);
    const closed = socket;
    socket = undefined;
    closed?.close();
  }

  return {
    open,
    close,
    renew() {
      if (timer === undefined && !socket) return;
      close();
      open();
    },
    isOpen: () => socket?.readyState === WebSocket.OPEN,
  };
}

/**
 * Elects the visible tab that has the socket, using a Web Lock. Without Web Locks (plain http), every visible tab has a
 * socket; on a phone that's one as well.
 */
function createTurn({ open, close }: Pick<ReconnectingSocket, 'open' | 'close'>) {
  let leaving: AbortController | undefined;
  return {
    take(): void {
      if (leaving) return;
      const turn = new AbortController();
      leaving = turn;
      if (!('locks' in navigator)) {
        open();
        return;
      }
      const untilLeft = new Promise<void>((resolve) => turn.signal.addEventListener('abort', () => resolve()));
      navigator.locks
        .request('socket', { signal: turn.signal }, () => {
          if (turn.signal.aborted) return;
          open();
          return untilLeft;
        })
        .catch(() => {});
    },
    leave(): void {
      leaving?.abort();
      leaving = undefined;
      close();
    },
  };
}
