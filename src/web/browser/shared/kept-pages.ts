const prefix = 'pages ';

/** Pages are kept under the account that they were made for: there is one such store at most. */
export const nameStore = (account: string): string => prefix + account;

/** The accounts of which pages are kept: one at most, but while it changes. */
export const listKeptAccounts = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** Deletes all pages that are kept, but for those of this account. */
export async function forgetPages(but?: string): Promise<void> {
  const others = (await listKeptAccounts()).filter((account) => account !== but);
  await Promise.all(others.map((account) => caches.delete(nameStore(account))));
}
