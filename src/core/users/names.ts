import type { Context } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';
import { isUnderReview } from './content-guard.ts';
import type { User } from './directory.ts';
import { findUserRowByName } from './store/accounts.ts';
import type { UserRow } from './tables.ts';

const fixedNames: ReadonlySet<string> = new Set(['admin', 'tho', 'moderator', 'devteam']);

/** Is this a built-in or service account, whose name and level nobody may change? (admin rule A16) */
export function isSpecialAccount({ username, level }: Pick<User, 'username' | 'level'>): boolean {
  return level === 'client' || fixedNames.has(username.toLowerCase());
}

/** Throws 409 when an account other than `ownID` has this name in any letter case (core rules 52, 57, 58). */
export function assertUsernameFree(context: Context, username: string, ownID?: string): void {
  const holder = findUserRowByName(context.db, username);
  if (holder && holder.id !== ownID) throw conflict('This username is taken.');
}

/** The composed name: `Display (@user) - Real Name`, each part only when there is one (core rule 72). */
export function composeUserSearch({
  username,
  displayName,
  realName,
}: Pick<UserRow, 'username' | 'displayName' | 'realName'>): string {
  const name = displayName ? `${displayName} (@${username})` : `@${username}`;
  return realName ? `${name} - ${realName}` : name;
}

/** The composed name that others see and search in; under review only the username is left (core rules 72, 80). */
export function presentSearchName({ username, userSearch, profileState }: User): string {
  return isUnderReview(profileState) ? composeUserSearch({ username, displayName: null, realName: null }) : userSearch;
}
