import type { WriteContext } from '#area/context.ts';
import { composeUserSearch, createUser, foldUsername } from '#core/users/index.ts';
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

/**  */
export function insertAccount(context: WriteContext, account: NewAccount): void {
  const now = context.clock.now();
  createUser(context, {
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
}
