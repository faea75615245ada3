import { nameKept } from './account.ts';
import { saysOutOfReach } from './ask.ts';
import { renewBadges } from './badges.ts';
import { catchUpWithChat, findOpenChat } from './chat.ts';
import { readValue, saveValue } from './local-values.ts';
import { renewPage } from './renew.ts';

/** A frame of the notification socket, as far as pages look at it. */
interface Frame {
  readonly type?: Readonly<Record<string, unknown>>;
  readonly contentID?: string;
  readonly resync?: boolean;
  readonly seq?: number;
}

/** Above every number: the answer names the newest (decision 34). */
const newest = 2 ** 31 - 1;
const second = 1000;
const longestPause = 60 * second;
/** Without a socket the page asks this often. */
const pollMilliseconds = 60 * second;
/** With one it asks now and then too: a connection may be gone without a sign. */
const safetyMilliseconds = 300 * second;
/** What concerns everyone is not asked for by everyone at once. */
const crowdMilliseconds = 15 * second;
const pauseBetweenLooks = 300;
const pauseBeforeSocket = 400;

/**
 * Follows what happens while the page is seen: over one socket of the browser, whose frames every tab hears, from where
 * the last one broke off; without one by asking now and then.
 */
export function keepLive(account: string): void {
  const frames = new BroadcastChannel(nameKept(account, 'frames'));
  const look = createLook();
  let askedAt = Date.now();
  const isSeen = () => document.visibilityState === 'visible';
  // What no one looks at is not read, and looked at again once someone does.
  const hear = (frame: Frame) => {
    askedAt = Date.now();
    if (isSeen()) look(frame);
  };
  frames.onmessage = ({ data }: MessageEvent<Frame>) => hear(data);
  const line = createLine(account, (frame) => {
    frames.postMessage(frame);
    hear(frame);
  });
  const turn = createTurn(line);
  const follow = () => (isSeen() ? turn.take() : turn.leave());
  document.addEventListener('visibilitychange', () => {
    follow();
    if (isSeen()) void showNews();
  });
  addEventListener('pagehide', turn.leave);
  addEventListener('pageshow', follow);
  addEventListener('online', () => line.renew());
  // A socket that comes back with nothing new brings no frame.
  addEventListener('ship-reached', () => {
    if (isSeen() && saysOutOfReach()) void showNews();
  });
  setInterval(() => {
    const wait = line.isOpen() ? safetyMilliseconds : pollMilliseconds;
    if (!isSeen() || Date.now() - askedAt < wait) return;
    askedAt = Date.now();
    void showNews();
  }, second);
  // Whoever only passes by opens no socket.
  setTimeout(follow, pauseBeforeSocket);
}

/** Brings a page up to date that the browser shows again as it was when it was left. */
export function catchUpOnReturn(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const catchUp = () => void (findOpenChat() === undefined ? renewPage() : catchUpWithChat());
  if (arrival?.type === 'back_forward') catchUp();
  addEventListener('pageshow', ({ persisted }) => persisted && catchUp());
}

/** Shows what is new on this page, and what is unread. */
async function showNews(): Promise<void> {
  if (findOpenChat() !== undefined) return catchUpWithChat();
  if (document.querySelector('main[data-live]')) await renewPage();
  else await renewBadges();
}

/** Looks at what is new, once for frames that come together. */
function createLook(): (frame: Frame) => void {
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let concernsPage = false;
  return ({ type = {}, contentID, resync }) => {
    const chat = findOpenChat();
    concernsPage ||= resync === true || chat === undefined || contentID === chat;
    const pause = 'announcement' in type ? Math.random() * crowdMilliseconds : pauseBetweenLooks;
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

/** The socket of this tab, while it is its turn. */
interface Line {
  open(): void;
  close(): void;
  /** Tries at once where a pause was to come first. */
  renew(): void;
  isOpen(): boolean;
}

function createLine(account: string, hear: (frame: Frame) => void): Line {
  const kept = nameKept(account, 'seq');
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastSeq: number | undefined;

  function open(): void {
    clearTimeout(timer);
    if (socket) return;
    const since = readValue(kept) ?? lastSeq ?? newest;
    const opened = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v3/notification/socket?since=${since}`);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      dispatchEvent(new Event('ship-reached'));
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      const frame: Frame = JSON.parse(data);
      if (frame.seq !== undefined) {
        lastSeq = frame.seq;
        saveValue(kept, String(frame.seq));
      }
      hear(frame);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = undefined;
      failures += 1;
      // Not all at once when the box comes back.
      const pause = Math.min(longestPause, second * 2 ** Math.min(failures - 1, 6));
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
 * The turn among tabs: of those that are seen one has the socket. Where browsers keep no locks, which they do over TLS
 * only, each that is seen has one: on a phone that is one too.
 */
function createTurn({ open, close }: Pick<Line, 'open' | 'close'>) {
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
