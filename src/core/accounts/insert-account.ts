import type { Context } from '#context';
import {
  composeUserSearch,
  foldUsername,
  insertUserRow,
  invalidateUser,
  invalidateVisibility,
} from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';

/** A new row in the table of accounts. */
export interface NewAccount {
  readonly userID: string;
  readonly familyID: string;
  readonly username: string;
  readonly level: UserRow['accessLevel'];
  readonly passwordHash: string | undefined;
  readonly recoveryKeyHash: string | undefined;
}

/** To be called inside a transaction. */
export function insertAccount(context: Context, account: NewAccount): void {
  const now = context.clock.now();
  insertUserRow(context.db, {
    id: account.userID,
    familyID: account.familyID,
    username: account.username,
    usernameKey: foldUsername(account.username),
    accessLevel: account.level,
    passwordHash: account.passwordHash ?? null,
    recoveryKeyHash: account.recoveryKeyHash ?? null,
    userSearch: composeUserSearch({ username: account.username, displayName: null, realName: null }),
    profileUpdatedAt: now,
    createdAt: now,
  });
  invalidateUser(context, account.userID);
  // Nobody can have blocked a family that is new.
  if (account.familyID !== account.userID) invalidateVisibility(context);
}
