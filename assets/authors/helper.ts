// For apps that talk to Gangway: copy this file. It needs `fetch` and `WebSocket`, as browsers, React Native and Node have
// them, and nothing else. /api/v3/docs explains what it does.

/** How requests are sent; `fetch` unless the app has its own. */
export type Fetch = (request: Request) => Promise<Response>;

const second = 1000;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Returns 1, 2, 4, up to 60 seconds, with some chance in it, so that a whole ship doesn't come at once. */
const backOff = (failures: number) => Math.min(60, 2 ** failures) * second * (0.5 + Math.random() / 2);

/** Returns a random key. Browsers have no `crypto.randomUUID` without https, which a ship may lack. */
export const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends a request until there is a response, and a POST only once whatever is lost on the way: its `Idempotency-Key` says
 * that it's the same call. To go on after a restart of the app, store the request with a key of your own and send it again.
 * Waits as long as the server asks. Throws if there was no response to any attempt.
 */
export async function send(request: Request, fetchOnce: Fetch = fetch, maxAttempts = 5): Promise<Response> {
  const isKeyed = request.method === 'POST';
  if (isKeyed && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', createKey());
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === maxAttempts;
    try {
      const response = await fetchOnce(request.clone());
      if (isLast || (response.status !== 429 && response.status !== 503)) return response;
      await pause(Number(response.headers.get('retry-after') ?? 1) * second);
    } catch (error) {
      if (isLast) throw error;
      await pause(backOff(attempt - 1));
    }
  }
}

/** A frame of a socket opened with `since`; what else is in it, the description of the socket says. */
export interface Frame {
  /** Absent in frames that matter only now, such as a call. */
  readonly seq?: number;
}

export interface FollowOptions<Received extends Frame> {
  /** Address of the socket without a query, such as `wss://…/api/v3/notification/socket`. */
  readonly address: string;
  readonly token: string;
  /** The last `seq` that the app has stored; 0 for everything there is. */
  readonly since: number;
  /** Store its `seq`, with what the app makes of the frame. */
  readonly onFrame: (frame: Received) => void;
  /** Too much was missed: load all lists again, and store this `seq`. */
  readonly onResync: (seq: number) => void;
  /** Whether the token is still good, such as by `GET /user/whoami`. Asked when the server refuses the socket or ends it. */
  readonly isTokenGood: () => Promise<boolean>;
  /** The token has ended: the user has to log in again. */
  readonly onEnd: () => void;
}

/** Follows a socket, and gets what was missed after every interruption. Returns a function that stops. */
export function follow<Received extends Frame>(options: FollowOptions<Received>): () => void {
  let { since } = options;
  let failures = 0;
  let isStopped = false;
  let socket: WebSocket | undefined;

  function receive(data: unknown): void {
    const frame: Received | { readonly resync: true; readonly seq: number } = JSON.parse(String(data));
    if ('resync' in frame) options.onResync(frame.seq);
    else options.onFrame(frame);
    since = frame.seq ?? since;
  }

  async function openAgain(isRefused: boolean): Promise<void> {
    await pause(backOff(failures));
    failures += 1;
    // No answer at all says nothing of the token.
    const isGood = isStopped || !isRefused || (await options.isTokenGood().catch(() => true));
    if (isStopped) return;
    if (isGood) open();
    else options.onEnd();
  }

  function open(): void {
    let isRefused = true;
    socket = new WebSocket(`${options.address}?since=${since}`, ['bearer', options.token]);
    socket.onopen = () => {
      isRefused = false;
      failures = 0;
    };
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = ({ code }) => void openAgain(isRefused || code === 1008);
  }

  open();
  return () => {
    isStopped = true;
    socket?.close();
  };
}

/** What a list is asked for: the items after the first `start`, at most `limit`. */
export type PageQuery = { start: number; limit: number };

type Position = { readonly total: number; readonly start: number; readonly limit: number };

/** Where a page says its position: most lists, posts of a chat, and songs. Arrays don't say it. */
type Page = { paginator?: Position; members?: Page; totalSongs?: number; start?: number; limit?: number } | object[];

/** Returns the start of the next page; undefined behind the last one. */
function findNext(page: Page, asked: PageQuery): number | undefined {
  if (Array.isArray(page)) return page.length > 0 ? asked.start + asked.limit : undefined;
  const { paginator, members, totalSongs = 0, start = 0, limit = 0 } = page;
  if (members) return findNext(members, asked);
  const position = paginator ?? { total: totalSongs, start, limit };
  const next = position.start + position.limit;
  return position.limit > 0 && next < position.total ? next : undefined;
}

/**
 * Loads a list page by page, for calls with `start` and `limit`. A page may be shorter than `limit`: what the caller has
 * muted is left out of it. An array says no total, so it ends with an empty page; ask for no more than the call allows.
 */
export async function* eachPage<Loaded extends Page>(load: (query: PageQuery) => Promise<Loaded>, limit = 50) {
  for (let start: number | undefined = 0; start !== undefined; ) {
    const page: Loaded = await load({ start, limit });
    yield page;
    start = findNext(page, { start, limit });
  }
}

/** Loads the microblog from the newest post on, page by page: with `before` no new post moves the pages. */
export async function* eachPageBefore<Post extends { readonly postID: number }>(
  load: (query: { before?: number; limit: number }) => Promise<readonly Post[]>,
  limit = 50,
) {
  for (let before: number | undefined; ; ) {
    const page = await load(before === undefined ? { limit } : { before, limit });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    before = last.postID;
  }
}
