import { readAccount } from './account.ts';

/** Pages are small: a request that takes longer than this was lost. */
const timeoutMilliseconds = 30_000;

/** Shows or hides the note that this page is a stored copy because the ship was out of reach. */
export function showReached(isReached: boolean): void {
  document.getElementById('stale')?.toggleAttribute('hidden', isReached);
}

/** Whether the page says that the ship is out of reach. */
export const isShownOffline = (): boolean => document.getElementById('stale')?.hidden === false;

/**
 * Requests a page or part of one from this server. Returns undefined if the server is unreachable or the page isn't for
 * this account.
 */
export async function askForPage(path: string, headers: Record<string, string> = {}): Promise<Document | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMilliseconds);
  try {
    const response = await fetch(path, {
      headers: { accept: 'text/html', ...headers },
      signal: timeout.signal,
      // A page from the browser's cache is no newer than the one on screen.
      cache: 'no-store',
    });
    const text = await response.text();
    if (!response.ok || response.headers.get('x-account') !== readAccount()) return undefined;
    const isKept = response.headers.has('x-kept');
    showReached(!isKept);
    if (isKept) return undefined;
    return new DOMParser().parseFromString(text, 'text/html');
  } catch {
    showReached(false);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
