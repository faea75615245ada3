import { randomUUID } from 'node:crypto';
import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { Write } from '#contract/endpoint.ts';
import { conflict, invalidField, malformed } from '#contract/errors.ts';
import { serverSettings } from '#core/settings/index.ts';
import {
  composeUserSearch,
  findFamily,
  findUser,
  findUserByName,
  guardCreation,
  insertUser,
  personChanged,
  updateUser,
  usernameKey,
  visibilityChanged,
} from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { UserCreateData } from './records.ts';
import { newRecoveryKey, normalizeRecoveryKey } from './recovery-key.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { claimRegistrationCode, findCodeOfFamily, findRegistrationCode } from './store.ts';

const usernameTaken = () => conflict('this username is taken');
const codeTaken = () => conflict('this registration code has been used already');

/** Throws what core rule 52 says of a code that cannot be used; undefined stands for no code. */
function checkCode(context: Context, code: string | undefined): void {
  if (code === undefined) {
    if (serverSettings(context).registrationCodeRequired)
      throw invalidField('verification', 'a registration code is needed');
    return;
  }
  const row = findRegistrationCode(context.db, code);
  if (!row) throw malformed('this registration code is not known');
  if (row.userID !== null) throw codeTaken();
}

/**
 * Creates a primary account: verified with a registration code, unverified without (core rules 52 to 54). Repeating the
 * call before the first login gives a new recovery key instead of an error (decision 48).
 */
export async function createAccount(
  context: Context,
  input: UserCreateData,
  write: Write,
): Promise<{ userID: string; username: string; recoveryKey: string }> {
  const code = normalizeRegistrationCode(input.verification ?? '') || undefined;
  const repeated = await neverUsedTwin(context, input, code);
  if (!repeated) {
    if (findUserByName(context.db, input.username)) throw usernameTaken();
    checkCode(context, code);
  }
  const recoveryKey = newRecoveryKey();
  const recoveryKeyHash = await context.passwords.hash(normalizeRecoveryKey(recoveryKey));
  if (repeated) {
    write(() => renewRecoveryKey(context, repeated.id, recoveryKeyHash));
    return { userID: repeated.id, username: repeated.username, recoveryKey };
  }
  const passwordHash = await context.passwords.hash(input.password);
  const userID = randomUUID();
  write(() => {
    // Both were free before the hashing; somebody may have been quicker.
    if (findUserByName(context.db, input.username)) throw usernameTaken();
    insertAccount(context, {
      userID,
      familyID: userID,
      username: input.username,
      level: code ? 'verified' : 'unverified',
      passwordHash,
      recoveryKeyHash,
    });
    if (code !== undefined && !claimRegistrationCode(context.db, code, userID)) throw codeTaken();
  });
  return { userID, username: input.username, recoveryKey };
}

/** The account that an earlier, unanswered try of the same call made. */
async function neverUsedTwin(
  context: Context,
  input: UserCreateData,
  code: string | undefined,
): Promise<UserRow | undefined> {
  const twin = findUserByName(context.db, input.username);
  if (!twin?.passwordHash || twin.hasLoggedIn || twin.id !== twin.familyID || twin.recoveryKeyHash === null)
    return undefined;
  if (findCodeOfFamily(context.db, twin.id)?.code !== code) return undefined;
  return (await context.passwords.matches(twin.passwordHash, input.password)) ? twin : undefined;
}

function renewRecoveryKey(context: Context, userID: string, recoveryKeyHash: string): void {
  if (findUser(context.db, userID)?.hasLoggedIn) throw usernameTaken();
  updateUser(context.db, userID, { recoveryKeyHash });
}

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
  insertUser(context.db, {
    id: account.userID,
    familyID: account.familyID,
    username: account.username,
    usernameKey: usernameKey(account.username),
    accessLevel: account.level,
    passwordHash: account.passwordHash ?? null,
    recoveryKeyHash: account.recoveryKeyHash ?? null,
    userSearch: composeUserSearch({ username: account.username, displayName: null, realName: null }),
    profileUpdatedAt: now,
    createdAt: now,
  });
  personChanged(context, account.userID);
  visibilityChanged(context);
}

/** Adds a sub-account to the caller's family (core rules 58 to 61). */
export async function addSubAccount(
  context: Context,
  caller: Caller,
  input: UserCreateData,
  write: Write,
): Promise<{ userID: string; username: string }> {
  guardCreation(context, caller);
  checkRoomForSubAccount(context, caller.familyID);
  if (findUserByName(context.db, input.username)) throw usernameTaken();
  const passwordHash = await context.passwords.hash(input.password);
  const userID = randomUUID();
  return write(() => {
    checkRoomForSubAccount(context, caller.familyID);
    if (findUserByName(context.db, input.username)) throw usernameTaken();
    const level = isAtLeast(caller.level, 'verified') ? 'verified' : caller.level;
    insertAccount(context, {
      userID,
      familyID: caller.familyID,
      username: input.username,
      level,
      passwordHash,
      recoveryKeyHash: undefined,
    });
    return { userID, username: input.username };
  });
}

function checkRoomForSubAccount(context: Context, familyID: string): void {
  const { maxAlternateAccounts } = serverSettings(context);
  if (findFamily(context.db, familyID).length - 1 >= maxAlternateAccounts) {
    throw malformed(`a person may have at most ${maxAlternateAccounts} further accounts`);
  }
}

/** Ties a registration code to an account that was created without one (core rule 55). To be called inside a transaction. */
export function verifyAccount(context: Context, caller: Caller, verification: string): void {
  if (caller.userID !== caller.familyID) throw malformed('only a primary account can be verified');
  if (findCodeOfFamily(context.db, caller.userID)) throw malformed('this account has a registration code already');
  const code = normalizeRegistrationCode(verification);
  if (!findRegistrationCode(context.db, code)) throw malformed('this registration code is not known');
  if (!claimRegistrationCode(context.db, code, caller.userID)) throw codeTaken();
  for (const account of findFamily(context.db, caller.familyID)) {
    if (account.accessLevel !== 'unverified') continue;
    updateUser(context.db, account.id, { accessLevel: 'verified' });
    personChanged(context, account.id);
  }
}
