import type { Context } from '#area/context.ts';
import { listVisibleUsers, type User } from '#core/users/index.ts';
import { findUsersChangedSince } from './store.ts';

/** All accounts that no block hides from the person served, by username (core rule 103). */
export const listUsersFor = (context: Context, served: User): User[] => listVisibleUsers(context, served, () => true);

/** Those of them whose profile has changed at or after the date (core rule 102). */
export function listUsersChangedSince(context: Context, served: User, date: Date): User[] {
  const changed = findUsersChangedSince(context.db, date);
  return listVisibleUsers(context, served, ({ userID }) => changed.has(userID));
}
