import { deleteValues, readValue, saveValue } from './local-values.ts';
import { forgetPages } from './shared/cached-pages.ts';
import { forgetAccount } from './shared/store.ts';
import { withTimeout } from './shared/with-timeout.ts';

/** The account this page was rendered for. */
export const readAccount = (): string | undefined => document.documentElement.dataset.account;

/** Returns the name of an account's own value in browser storage, or of its channel between pages. */
export const buildStorageKey = (account: string, what: string): string => `${account} ${what}`;

const signedIn = 'account';

/** Tells the server that Back is safe here: it lets the browser keep pages in memory, which makes Back instant. */
const setGuarded = (isGuarded: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browsers.
  document.cookie = `guarded=${isGuarded ? '1' : '; max-age=0'}; path=/; samesite=lax`;
};

/**
 * Remembers who is signed in. If the browser restores a page of an account that has signed out, the page is loaded
 * again.
 */
export function guardAccount(account: string): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  setGuarded(true);
  const assertStillHere = () => {
    if (readValue(signedIn) === account) return;
    document.documentElement.hidden = true;
    location.reload();
  };
  if (arrival?.type === 'back_forward') assertStillHere();
  else saveValue(signedIn, account);
  addEventListener('pageshow', ({ persisted }) => persisted && assertStillHere());
}

/** Deletes everything this phone stores for an account, as far as its storage responds. */
export async function forgetAll(account: string): Promise<void> {
  setGuarded(false);
  deleteValues((name) => name === signedIn || name.startsWith(buildStorageKey(account, '')));
  const pages = 'caches' in globalThis ? withTimeout(forgetPages()) : undefined;
  await Promise.allSettled([pages, forgetAccount(account)]);
}
