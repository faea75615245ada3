import { writeAuditLog } from '#area/audit-log.ts';
import { type Context, createOncePerInstance, type Write } from '#area/context.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { findUserRow, findUserRowByName, getUser, listFamily, presentHeader, updateUser } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { UserRow } from '#core/users/tables.ts';
import { createKeyedLimiter, type Turn } from '#platform/limits/limiter.ts';
import { assertMayTryCode, countWrongCode } from './guessed-codes.ts';
import { getHashingTurn } from './hashing-turn.ts';
import type { TokenStringData, UserRecoveryData, UserUsernameLookupData } from './records.ts';
import { normalizeRecoveryKey } from './recovery-key.ts';
import { assertNotLocked, countFailure, noRecoveryMatch } from './recovery-lock.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { openSession } from './sessions.ts';
import { findCodeByFamily, findRegistrationCode } from './store.ts';

/** Runs one attempt of a family at a time, so that a burst can't bypass the limit. */
const recoveryLimiter = createOncePerInstance(() =>
  createKeyedLimiter('recoveries of this account', { maxRunning: () => 1, maxWaiting: 50, maxWaitingPerKey: 10 }),
);

function getPrimaryAccount(context: Context, account: UserRow): UserRow {
  const primary = findUserRow(context.db, account.familyID);
  if (!primary) throw new Error(`account ${account.id} belongs to a family that does not exist`);
  return primary;
}

type SecretKind = 'registration code' | 'password' | 'recovery key';

/** Returns which of the three kinds the secret is, if any (core rule 44). */
async function identifySecret(
  context: Context,
  account: UserRow,
  primary: UserRow,
  secret: string,
  turn: Turn,
): Promise<SecretKind | undefined> {
  const code = findCodeByFamily(context.db, primary.id)?.code;
  if (code !== undefined && !primary.recoveryCodeSpent && normalizeRegistrationCode(secret) === code)
    return 'registration code';
  if (account.passwordHash && (await context.passwords.matches(account.passwordHash, secret, turn))) return 'password';
  return (await isRecoveryKey(context, primary, secret, turn)) ? 'recovery key' : undefined;
}

async function isRecoveryKey(context: Context, primary: UserRow, secret: string, turn: Turn): Promise<boolean> {
  return (
    primary.recoveryKeyHash !== null &&
    (await context.passwords.matches(primary.recoveryKeyHash, normalizeRecoveryKey(secret), turn))
  );
}

/** Sets a new password for a caller who proves they own the account, and logs them in (core rules 43 to 47). */
export async function recoverAccount(
  context: Context,
  input: UserRecoveryData,
  address: string,
  write: Write,
): Promise<TokenStringData> {
  const turn = getHashingTurn(address, 'known');
  const account = findUserRowByName(context.db, input.username);
  if (!account) throw malformed('No user has this name.', 'unknownUser');
  return recoveryLimiter(context).run(account.familyID, turn, async () => {
    const primary = getPrimaryAccount(context, account);
    assertNotLocked(primary);
    const kind = await identifySecret(context, account, primary, input.recoveryKey, turn);
    if (!kind) return countFailure(primary, write);
    if (account.accessLevel === 'banned') throw forbidden('banned', 'This account is banned.');
    const passwordHash = await context.passwords.hash(input.newPassword, turn);
    return write((context) => {
      updateUser(context, primary.id, {
        recoveryFailures: 0,
        recoveryCodeSpent: primary.recoveryCodeSpent || kind === 'registration code',
      });
      updateUser(context, account.id, { passwordHash, hasLoggedIn: true });
      writeAuditLog(context, 'a password was reset', { username: account.username, by: kind });
      return { userID: account.id, accessLevel: account.accessLevel, token: openSession(context, account.id) };
    });
  });
}

/** Finds a forgotten username by registration code and password or recovery key (core rules 48 to 50). */
export async function lookUpUsername(
  context: Context,
  input: UserUsernameLookupData,
  address: string,
  write: Write,
): Promise<UserHeader> {
  assertMayTryCode(context, { address });
  // The same rank for every code: waiting times must not reveal which codes exist.
  const turn = getHashingTurn(address, 'unknown');
  const code = findRegistrationCode(context.db, normalizeRegistrationCode(input.registrationCode));
  const { userID: primaryID } = code ?? {};
  if (!primaryID) {
    // A code in use takes a password and a recovery key to check; this takes as long.
    countWrongCode(context, { address });
    await context.passwords.pretend(input.recoveryKey, turn);
    await context.passwords.pretend(input.recoveryKey, turn);
    throw noRecoveryMatch();
  }
  return recoveryLimiter(context).run(primaryID, turn, async () => {
    const family = listFamily(context.db, primaryID);
    const [primary] = family;
    if (!primary) throw noRecoveryMatch();
    assertNotLocked(primary);
    const account = await findAccountBySecret(context, family, primary, input.recoveryKey, turn);
    if (!account) {
      // Counts as much as an unknown code: when the limit is reached must not reveal which codes exist.
      countWrongCode(context, { address });
      return countFailure(primary, write);
    }
    const user = getUser(context, account.id);
    if (user.level === 'banned') throw forbidden('banned', 'This account is banned.');
    return presentHeader(user);
  });
}

/** Returns the account with this password, or the primary account for the family's recovery key. */
async function findAccountBySecret(
  context: Context,
  family: readonly UserRow[],
  primary: UserRow,
  secret: string,
  turn: Turn,
): Promise<UserRow | undefined> {
  for (const account of family) {
    if (account.passwordHash && (await context.passwords.matches(account.passwordHash, secret, turn))) return account;
  }
  return (await isRecoveryKey(context, primary, secret, turn)) ? primary : undefined;
}
