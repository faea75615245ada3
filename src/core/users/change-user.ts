import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import { getUser } from './directory.ts';
import { composeUserSearch } from './names.ts';
import { foldUsername, insertUserRow, updateUserRow } from './store/accounts.ts';
import type { UserRow } from './tables.ts';

/** A new account. Fields that aren't listed start empty. */
export interface NewUser {
  readonly userID: string;
  /** Same as its own id for a primary account. */
  readonly familyID: string;
  readonly username: string;
  readonly level: AccessLevel;
  /** Undefined if no one can log in. */
  readonly passwordHash?: string | undefined;
  readonly recoveryKeyHash?: string | undefined;
}

/** Stores a new account. Its name must be free. */
export function createUser(context: WriteContext, { userID, level, ...user }: NewUser): void {
  const now = context.clock.now();
  insertUserRow(context.db, {
    ...user,
    id: userID,
    usernameKey: foldUsername(user.username),
    accessLevel: level,
    userSearch: composeUserSearch({ username: user.username, displayName: null, realName: null }),
    profileUpdatedAt: now,
    createdAt: now,
  });
}

/** The fields of an account that can be changed. Levels have their own function. */
export type UserChanges = Partial<Omit<UserRow, 'id' | 'familyID' | 'accessLevel'>>;

/** Stores changes of an account, which are visible at once (core rule 123). */
export function updateUser(context: WriteContext, userID: string, changes: UserChanges): void {
  updateUserRow(context.db, userID, changes);
}

/** Stores an account's level, which applies at once, and runs every area's `onLevelChange`. */
export function setLevel(context: WriteContext, userID: string, level: AccessLevel): void {
  const before = getUser(context, userID).level;
  updateUserRow(context.db, userID, { accessLevel: level });
  for (const { onLevelChange } of listAreas(context)) onLevelChange?.(context, { userID, before, after: level });
}
