import { randomUUID } from 'node:crypto';
import type { Context, Write } from '#area/context.ts';
import { invalidField } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { assertUsernameFree, findUserRow, findUserRowByName, isSpecialAccount, updateUser } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { assertCodeFree, claimCode } from './claim-code.ts';
import { insertAccount } from './insert-account.ts';
import { checkPassword } from './password-check.ts';
import type { CreatedUserData, UserCreateData } from './records.ts';
import { generateRecoveryKey, normalizeRecoveryKey } from './recovery-key.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { findCodeByFamily } from './store.ts';

/**
 * Creates a primary account: verified with a registration code, unverified without (core rules 52 to 54). Repeating the
 * call before the first login gives a new recovery key instead of an error (decision 48).
 */
export async function createAccount(
  context: Context,
  input: UserCreateData,
  address: string,
  write: Write,
): Promise<CreatedUserData> {
  const code = normalizeRegistrationCode(input.verification ?? '') || undefined;
  const twin = await findUnusedTwin(context, input, code, address);
  return twin ? renewRecoveryKey(context, twin, write) : createNew(context, input, code, write);
}

async function createNew(
  context: Context,
  { username, password }: UserCreateData,
  code: string | undefined,
  write: Write,
): Promise<CreatedUserData> {
  checkCreation(context, username, code);
  const passwordHash = await context.passwords.hash(password);
  const { recoveryKey, recoveryKeyHash } = await createRecoveryKey(context);
  const userID = randomUUID();
  return write((context) => {
    // Name and code were free before the hashing; somebody may have been quicker.
    checkCreation(context, username, code);
    const level = code === undefined ? 'unverified' : 'verified';
    insertAccount(context, { userID, familyID: userID, username, level, passwordHash, recoveryKeyHash });
    if (code !== undefined) claimCode(context, code, userID);
    return { userID, username, recoveryKey };
  });
}

/** Throws what core rule 52 says of a name or code that cannot be used; no code is undefined. */
function checkCreation(context: Context, username: string, code: string | undefined): void {
  assertUsernameFree(context, username);
  if (code !== undefined) assertCodeFree(context, code);
  else if (getServerSettings(context).registrationCodeRequired) {
    throw invalidField('verification', 'a registration code is needed');
  }
}

async function createRecoveryKey(context: Context): Promise<{ recoveryKey: string; recoveryKeyHash: string }> {
  const recoveryKey = generateRecoveryKey();
  return { recoveryKey, recoveryKeyHash: await context.passwords.hash(normalizeRecoveryKey(recoveryKey)) };
}

/**
 * The account that an earlier, unanswered try of the same call made. Passwords that do not fit count as wrong logins of
 * that account: this call must not be a way to guess them.
 */
async function findUnusedTwin(
  context: Context,
  { username, password }: UserCreateData,
  code: string | undefined,
  address: string,
): Promise<UserRow | undefined> {
  const twin = findUserRowByName(context.db, username);
  if (!twin || !couldBeTwin(twin) || findCodeByFamily(context.db, twin.id)?.code !== code) return undefined;
  return (await checkPassword(context, twin, { username, password }, address)) ? twin : undefined;
}

/** Was it made by this call, and never used? Built-in accounts were made by none. */
function couldBeTwin({ id, familyID, username, accessLevel, hasLoggedIn, recoveryKeyHash }: UserRow): boolean {
  const isOwnFamily = id === familyID && recoveryKeyHash !== null;
  return isOwnFamily && !hasLoggedIn && !isSpecialAccount({ username, level: accessLevel });
}

async function renewRecoveryKey(context: Context, { id, username }: UserRow, write: Write): Promise<CreatedUserData> {
  const { recoveryKey, recoveryKeyHash } = await createRecoveryKey(context);
  return write((context) => {
    if (findUserRow(context.db, id)?.hasLoggedIn) assertUsernameFree(context, username);
    updateUser(context, id, { recoveryKeyHash });
    return { userID: id, username, recoveryKey };
  });
}
