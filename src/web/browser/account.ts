import { deleteValues, readValue, saveValue } from './local-values.ts';
import { inTime } from './shared/in-time.ts';
import { forgetPages } from './shared/kept-pages.ts';
import { forgetAccount } from './shared/store.ts';

/** The account that this page was made for. */
export const readAccount = (): string | undefined => document.documentElement.dataset.account;

/** Where something small of this account is kept between pages. */
export const nameKept = (account: string, what: string): string => `${account} ${what}`;

const signedIn = 'account';

/** Tells the server that Back is safe here: it lets the browser keep pages in memory, which makes Back instant. */
const setGuarded = (isGuarded: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browsers.
  document.cookie = `guarded=${isGuarded ? '1' : '; max-age=0'}; path=/; samesite=lax`;
};

/** Remembers who is signed in; a page of theirs that the browser brings back after they have left is asked for again. */
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

/** Deletes all that this phone stores of an account, as far as its storage answers. */
export async function forgetAll(account: string): Promise<void> {
  setGuarded(false);
  deleteValues((name) => name === signedIn || name.startsWith(nameKept(account, '')));
  const pages = 'caches' in globalThis ? inTime(forgetPages()) : undefined;
  await Promise.allSettled([pages, forgetAccount(account)]);
}
