import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import { getUser } from './directory.ts';
import { composeUserSearch } from './names.ts';
import { foldUsername, insertUserRow, updateUserRow } from './store/accounts.ts';
import type { UserRow } from './tables.ts';

/** A new account; what is not said here starts empty. */
export interface NewUser {
  readonly userID: string;
  /** Its own id for a primary account. */
  readonly familyID: string;
  readonly username: string;
  readonly level: AccessLevel;
  /** Undefined: no one can log in. */
  readonly passwordHash?: string | undefined;
  readonly recoveryKeyHash?: string | undefined;
}

/** Stores a new account, whose name must be free. */
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

/** What may be changed of an account; a level has rules of its own. */
export type UserChanges = Partial<Omit<UserRow, 'id' | 'familyID' | 'accessLevel'>>;

/** Stores changes of an account; the new state shows at once (core rule 123). */
export function updateUser(context: WriteContext, userID: string, changes: UserChanges): void {
  updateUserRow(context.db, userID, changes);
}

/** Stores an account's level; it is in force at once, and every area does what it does at a change of level. */
export function setLevel(context: WriteContext, userID: string, level: AccessLevel): void {
  const before = getUser(context, userID).level;
  updateUserRow(context.db, userID, { accessLevel: level });
  for (const { onLevelChange } of listAreas(context)) onLevelChange?.(context, { userID, before, after: level });
}
