import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import { getUser, invalidateUser } from './directory.ts';
import { insertUserRow, isCachedColumn, updateUserRow } from './store/accounts.ts';
import type { NewUserRow, UserRow } from './tables.ts';
import { invalidateVisibility } from './visibility.ts';

/** Stores a new account. */
export function createUser(context: WriteContext, row: NewUserRow): void {
  insertUserRow(context.db, row);
  invalidateUser(context, row.id);
  // Nobody can have blocked a family that is new.
  if (row.familyID !== row.id) invalidateVisibility(context);
}

/** What may be changed of an account; a level has rules of its own. */
export type UserChanges = Partial<Omit<UserRow, 'id' | 'familyID' | 'accessLevel'>>;

/** Stores changes of an account; everybody sees the new state at once (core rule 123). */
export function updateUser(context: WriteContext, userID: string, changes: UserChanges): void {
  updateUserRow(context.db, userID, changes);
  if (Object.keys(changes).some(isCachedColumn)) invalidateUser(context, userID);
}

/** Stores an account's level; it is in force at once, and every area does what it does at a change of level. */
export function setLevel(context: WriteContext, userID: string, level: AccessLevel): void {
  const before = getUser(context, userID).level;
  updateUserRow(context.db, userID, { accessLevel: level });
  invalidateUser(context, userID);
  invalidateVisibility(context);
  for (const { onLevelChange } of listAreas(context)) onLevelChange?.(context, { userID, before, after: level });
}
