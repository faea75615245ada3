import type { Context } from '#area/context.ts';
import { isAtLeast } from '#contract/access.ts';
import { conflict } from '#contract/errors.ts';
import { isUnderReview } from './content-guard.ts';
import type { User } from './directory.ts';
import { findUserRowByName } from './store/accounts.ts';
import type { UserRow } from './tables.ts';

const fixedNames: ReadonlySet<string> = new Set(['admin', 'tho', 'moderator', 'devteam']);

/** Whether this is a built-in or service account, whose name and level can't be changed (admin rule A16). */
export function isSpecialAccount({ username, level }: Pick<User, 'username' | 'level'>): boolean {
  return level === 'client' || fixedNames.has(username.toLowerCase());
}

/**
 * Throws 409 if an account other than `ownID` has this name in any letter case, or a client uses it for a shared
 * account (core rules 52, 57, 58; decision 92).
 */
export function assertUsernameFree(context: Context, username: string, ownID?: string): void {
  const holder = findUserRowByName(context.db, username);
  const isTaken = holder ? holder.id !== ownID : context.dialects.hasAccountName(username);
  if (isTaken) throw conflict('usernameTaken', 'This username is taken.');
}

/** Returns the composed name: `Display (@user) - Real Name`, without the parts that are missing (core rule 72). */
export function composeUserSearch({
  username,
  displayName,
  realName,
}: Pick<UserRow, 'username' | 'displayName' | 'realName'>): string {
  const name = displayName ? `${displayName} (@${username})` : `@${username}`;
  return realName ? `${name} - ${realName}` : name;
}

/** The viewer's fields that determine whether they see content under review. */
export type ReviewViewer = Pick<User, 'userID' | 'level'>;

/** Whether the account isn't under review, or the viewer is its owner or a moderator (decision 62). */
export const canSeeContentUnderReview = (viewer: ReviewViewer, { userID, profileState }: User): boolean =>
  !isUnderReview(profileState) || viewer.userID === userID || isAtLeast(viewer.level, 'moderator');

/**
 * Returns the composed name that a viewer sees and can search. Under review, only the username is left (core rules 72,
 * 80).
 */
export function presentSearchName(viewer: ReviewViewer, user: User): string {
  const { username, userSearch } = user;
  if (canSeeContentUnderReview(viewer, user)) return userSearch;
  return composeUserSearch({ username, displayName: null, realName: null });
}
