import { randomUUID } from 'node:crypto';
import type { Context, Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField, malformed } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import {
  assertMayCreate,
  assertUsernameFree,
  createUser,
  findUserRow,
  findUserRowByName,
  getUser,
  isSpecialAccount,
  listFamily,
  toCaller,
  updateUser,
} from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { countNewAccount } from './account-limit.ts';
import { assertCodeUnused, claimCode, tryCode } from './claim-code.ts';
import { getHashingTurn } from './hashing-turn.ts';
import { checkPassword } from './password-check.ts';
import type { AddedUserData, CreatedUserData, UserAddData, UserCreateData } from './records.ts';
import { generateRecoveryKey, normalizeRecoveryKey } from './recovery-key.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { findCodeByFamily } from './store.ts';

/**
 * Creates a primary account: verified with a registration code, unverified without (core rules 52 to 54). Repeating the
 * call before the first login returns a new recovery key instead of an error (decision 48).
 */
export async function createAccount(
  context: Context,
  input: UserCreateData,
  address: string,
  write: Write,
): Promise<CreatedUserData> {
  const code = normalizeRegistrationCode(input.verification ?? '') || undefined;
  const existing = await findUnusedAccount(context, input, code, address);
  return existing
    ? renewRecoveryKey(context, existing, address, write)
    : createNew(context, input, code, address, write);
}

async function createNew(
  context: Context,
  { username, password }: UserCreateData,
  code: string | undefined,
  address: string,
  write: Write,
): Promise<CreatedUserData> {
  assertUsernameFree(context, username);
  if (code !== undefined) tryCode(context, code, { address });
  assertCreatable(context, username, code);
  countNewAccount(context, address);
  const passwordHash = await context.passwords.hash(password, getHashingTurn(address, 'known'));
  const { recoveryKey, recoveryKeyHash } = await createRecoveryKey(context, address);
  const userID = randomUUID();
  return write((context) => {
    // The name and code were free before hashing, but another call may have taken them since.
    assertCreatable(context, username, code);
    const level = code === undefined ? 'unverified' : 'verified';
    createUser(context, { userID, familyID: userID, username, level, passwordHash, recoveryKeyHash });
    if (code !== undefined) claimCode(context, code, userID);
    countRegistration(context);
    return { userID, username, recoveryKey };
  });
}

/** The log gets the count once a minute. */
const countRegistration = ({ db, minuteLog }: WriteContext): void =>
  db.afterCommit(() => minuteLog.count('registrations'));

/** Throws if the name or code can't be used (core rule 52); `undefined` means no code. */
function assertCreatable(context: Context, username: string, code: string | undefined): void {
  assertUsernameFree(context, username);
  if (code !== undefined) assertCodeUnused(context, code);
  else if (getServerSettings(context).registrationCodeRequired) {
    throw invalidField(
      'verification',
      'The verification must be a registration code: you need one to create an account.',
    );
  }
}

async function createRecoveryKey(
  context: Context,
  address: string,
): Promise<{ recoveryKey: string; recoveryKeyHash: string }> {
  const recoveryKey = generateRecoveryKey();
  const turn = getHashingTurn(address, 'known');
  return { recoveryKey, recoveryKeyHash: await context.passwords.hash(normalizeRecoveryKey(recoveryKey), turn) };
}

/**
 * Returns the account that an earlier attempt of the same call created, if its response was lost. Passwords that don't
 * match count as failed logins of that account, so this call can't be used to guess them.
 */
async function findUnusedAccount(
  context: Context,
  { username, password }: UserCreateData,
  code: string | undefined,
  address: string,
): Promise<UserRow | undefined> {
  const account = findUserRowByName(context.db, username);
  if (!account || !isUnused(account) || findCodeByFamily(context.db, account.id)?.code !== code) return undefined;
  return (await checkPassword(context, account, { username, password }, address)) ? account : undefined;
}

/** Whether this call created the account and no one has used it yet. It didn't create the built-in accounts. */
function isUnused({ id, familyID, username, accessLevel, hasLoggedIn, recoveryKeyHash }: UserRow): boolean {
  const isCreatedByCall = id === familyID && recoveryKeyHash !== null;
  return isCreatedByCall && !hasLoggedIn && !isSpecialAccount({ username, level: accessLevel });
}

async function renewRecoveryKey(
  context: Context,
  { id, username }: UserRow,
  address: string,
  write: Write,
): Promise<CreatedUserData> {
  countNewAccount(context, address);
  const { recoveryKey, recoveryKeyHash } = await createRecoveryKey(context, address);
  return write((context) => {
    if (findUserRow(context.db, id)?.hasLoggedIn) assertUsernameFree(context, username);
    updateUser(context, id, { recoveryKeyHash });
    return { userID: id, username, recoveryKey };
  });
}

/** Adds a sub-account to the caller's family (core rules 58 to 61). */
export async function addSubAccount(
  context: Context,
  caller: Caller,
  { username, password }: UserAddData,
  address: string,
  write: Write,
): Promise<AddedUserData> {
  assertAddable(context, caller, username);
  const passwordHash = await context.passwords.hash(password, getHashingTurn(address, 'known'));
  const userID = randomUUID();
  return write((context) => {
    // Since hashing began, another call may have taken the name, or the caller may have been banned.
    const owner = toCaller(getUser(context, caller.userID));
    assertAddable(context, owner, username);
    // Callers who may add accounts are at least verified, which is also the highest level a sub-account starts with.
    createUser(context, { userID, familyID: owner.familyID, username, level: 'verified', passwordHash });
    countRegistration(context);
    return { userID, username };
  });
}

/** Throws if the caller can't add a sub-account, or not with this name (core rule 58). */
function assertAddable(context: Context, caller: Caller, username: string): void {
  assertMayCreate(context, caller);
  const { maxAlternateAccounts } = getServerSettings(context);
  if (listFamily(context.db, caller.familyID).length - 1 >= maxAlternateAccounts) {
    throw malformed(`A family may have at most ${maxAlternateAccounts} sub-accounts.`, 'limitReached');
  }
  assertUsernameFree(context, username);
}
