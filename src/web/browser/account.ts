/** The account that this page was made for. */
export const readAccount = (): string | undefined => document.documentElement.dataset.account;

/** Where something small of this account is kept between pages. */
export const nameKept = (account: string, what: string): string => `${account} ${what}`;
