const prefix = 'pages ';

/** Names the cache of an account's pages. There is at most one such cache. */
export const getStoreName = (account: string): string => prefix + account;

/** Lists the accounts that have cached pages: at most one, except while the account changes. */
export const listAccountsWithCachedPages = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** Deletes all cached pages except those of this account. */
export async function forgetPages(but?: string): Promise<void> {
  const others = (await listAccountsWithCachedPages()).filter((account) => account !== but);
  await Promise.all(others.map((account) => caches.delete(getStoreName(account))));
}
