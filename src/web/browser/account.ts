import { deleteValues, readValue, saveValue } from './local-values.ts';
import { inTime } from './shared/in-time.ts';
import { forgetPages } from './shared/kept-pages.ts';
import { forgetAccount } from './shared/store.ts';

/** The account that this page was made for. */
export const readAccount = (): string | undefined => document.documentElement.dataset.account;

/** Where something small of this account is kept between pages. */
export const nameKept = (account: string, what: string): string => `${account} ${what}`;

const signedIn = 'account';

/** Remembers who is signed in; a page of theirs that the browser brings back after they have left is asked for anew. */
export function guardAccount(account: string): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
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
  deleteValues((name) => name === signedIn || name.startsWith(nameKept(account, '')));
  const pages = 'caches' in globalThis ? inTime(forgetPages()) : undefined;
  await Promise.allSettled([pages, forgetAccount(account)]);
}
