import { readAccount } from './account.ts';

/** Pages are small: a request that takes longer than this was lost. */
const timeoutMilliseconds = 30_000;

/** Shows or hides the note that this page is a stored copy because the ship was out of reach. */
export function setOfflineNoteHidden(isReached: boolean): void {
  document.getElementById('stale')?.toggleAttribute('hidden', isReached);
}

/** Whether the page says that the ship is out of reach. */
export const isShownOffline = (): boolean => document.getElementById('stale')?.hidden === false;

/** Paths that an overloaded server has rejected, until they're requested again. */
const postponed = new Set<string>();

/**
 * Requests a page or part of one from this server, and again if an overloaded server says when. Returns undefined if the
 * server is unreachable, the page isn't for this account, or the same request is postponed already.
 */
export async function askForPage(path: string, headers: Record<string, string> = {}): Promise<Document | undefined> {
  if (postponed.has(path)) return undefined;
  try {
    let response = await request(path, headers);
    const pause = Number(response.headers.get('retry-after') ?? 0);
    if (response.status === 503 && pause > 0) {
      postponed.add(path);
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
      postponed.delete(path);
      response = await request(path, headers);
    }
    return await readPage(response);
  } catch {
    setOfflineNoteHidden(false);
    return undefined;
  }
}

async function request(path: string, headers: Record<string, string>): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMilliseconds);
  try {
    const response = await fetch(path, {
      headers: { accept: 'text/html', ...headers },
      signal: timeout.signal,
      // A page from the browser's cache is no newer than the one on screen.
      cache: 'no-store',
    });
    // Read here, because the timeout is for the body too.
    return new Response(await response.text(), response);
  } finally {
    clearTimeout(timer);
  }
}

async function readPage(response: Response): Promise<Document | undefined> {
  if (!response.ok || response.headers.get('x-account') !== readAccount()) return undefined;
  const isKept = response.headers.has('x-kept');
  setOfflineNoteHidden(!isKept);
  return isKept ? undefined : new DOMParser().parseFromString(await response.text(), 'text/html');
}
