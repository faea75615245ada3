import { randomUUID } from 'node:crypto';
import type { Context, Write } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { assertMayCreate, assertUsernameFree, getVisibleUser, listFamily, toCaller } from '#core/users/index.ts';
import { insertAccount } from './insert-account.ts';
import type { AddedUserData, UserAddData } from './records.ts';

/** Adds a sub-account to the caller's family (core rules 58 to 61). */
export async function addSubAccount(
  context: Context,
  caller: Caller,
  { username, password }: UserAddData,
  write: Write,
): Promise<AddedUserData> {
  checkAddition(context, caller, username);
  const passwordHash = await context.passwords.hash(password);
  const userID = randomUUID();
  return write((context) => {
    // Since the hashing began somebody may have been quicker, or the caller have been banned.
    const adder = toCaller(getVisibleUser(context, undefined, caller.userID));
    checkAddition(context, adder, username);
    // Who may add is verified at least, which is also the most that a sub-account starts with.
    const level = 'verified';
    insertAccount(context, {
      userID,
      familyID: adder.familyID,
      username,
      level,
      passwordHash,
      recoveryKeyHash: undefined,
    });
    return { userID, username };
  });
}

function checkAddition(context: Context, caller: Caller, username: string): void {
  assertMayCreate(context, caller);
  const { maxAlternateAccounts } = getServerSettings(context);
  if (listFamily(context.db, caller.familyID).length - 1 >= maxAlternateAccounts) {
    throw malformed(`a person may have at most ${maxAlternateAccounts} further accounts`);
  }
  assertUsernameFree(context, username);
}
