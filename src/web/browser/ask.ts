import { readAccount } from './account.ts';

/** Pages are small: what takes longer than this has been lost on the way. */
const patienceMilliseconds = 30_000;

/** Is the page as it was when the ship was last reached? Says so on it, or that it is no more. */
export function showReached(isReached: boolean): void {
  document.getElementById('stale')?.toggleAttribute('hidden', isReached);
}

/** Whether the page says that the ship can't be reached. */
export const saysOutOfReach = (): boolean => document.getElementById('stale')?.hidden === false;

/** Asks this server for a page or a piece of one. Undefined where it was not reached or is not for this account. */
export async function askForPage(path: string, headers: Record<string, string> = {}): Promise<Document | undefined> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMilliseconds);
  try {
    const response = await fetch(path, {
      headers: { accept: 'text/html', ...headers },
      signal: patience.signal,
      // A page from the browser's cache is no newer than the one that is shown.
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
