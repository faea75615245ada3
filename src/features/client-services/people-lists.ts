import type { Context } from '#context';
import { type Person, visiblePeople } from '#core/users/index.ts';
import { findUsersChangedSince } from './store.ts';

/** All accounts that no block hides from the person served, by username (core rule 103). */
export const everybodyFor = (context: Context, served: Person): Person[] => visiblePeople(context, served, () => true);

/** Those of them whose profile has changed at or after the date (core rule 102). */
export function everybodyChangedSince(context: Context, served: Person, date: Date): Person[] {
  const changed = findUsersChangedSince(context.db, date);
  return visiblePeople(context, served, ({ userID }) => changed.has(userID));
}
