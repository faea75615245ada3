import type { User } from './directory.ts';

const fixedNames: ReadonlySet<string> = new Set(['admin', 'tho', 'moderator', 'devteam']);

/** Is this a built-in or service account, whose name and level nobody may change? (admin rule A16) */
export function isSpecialAccount({ username, level }: Pick<User, 'username' | 'level'>): boolean {
  return level === 'client' || fixedNames.has(username.toLowerCase());
}
