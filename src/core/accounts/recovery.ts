import { type Context, createOncePerInstance, type Write } from '#area/context.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { findUser, findUserRow, findUserRowByName, listFamily, presentHeader, updateUser } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { UserRow } from '#core/users/tables.ts';
import { createKeyedLimiter } from '#platform/keyed-limiter.ts';
import type { TokenStringData, UserRecoveryData, UserUsernameLookupData } from './records.ts';
import { normalizeRecoveryKey } from './recovery-key.ts';
import { normalizeRegistrationCode } from './registration-code.ts';
import { openSession } from './sessions.ts';
import { findCodeByFamily, findRegistrationCode } from './store.ts';

/** Successive failed recoveries and lookups of a family before both are rejected (core rules 43 and 48). */
const maxFailures = 5;
/** One try of a family at a time, so that a burst cannot outrun the count. */
const recoveryLimiter = createOncePerInstance(() =>
  createKeyedLimiter('recoveries of this account', { maxRunning: () => 1, maxWaiting: 50 }),
);

const noMatch = () => malformed('no match for supplied credentials');

function assertNotLocked(primary: UserRow): void {
  if (primary.recoveryFailures >= maxFailures) {
    throw forbidden('too many failed tries: ask the crew to unlock your account');
  }
}

function countFailure(primary: UserRow, write: Write): never {
  write((context) => updateUser(context, primary.id, { recoveryFailures: primary.recoveryFailures + 1 }));
  throw noMatch();
}

function getPrimaryAccount(context: Context, account: UserRow): UserRow {
  const primary = findUserRow(context.db, account.familyID);
  if (!primary) throw new Error(`account ${account.id} belongs to a family that does not exist`);
  return primary;
}

type Secret = 'registration code' | 'password' | 'recovery key';

/** Which of the three secrets was given, if any (core rule 44). */
async function identifySecret(
  context: Context,
  account: UserRow,
  primary: UserRow,
  given: string,
): Promise<Secret | undefined> {
  const code = findCodeByFamily(context.db, primary.id)?.code;
  if (code !== undefined && !primary.recoveryCodeSpent && normalizeRegistrationCode(given) === code)
    return 'registration code';
  if (account.passwordHash && (await context.passwords.matches(account.passwordHash, given))) return 'password';
  return (await isRecoveryKey(context, primary, given)) ? 'recovery key' : undefined;
}

async function isRecoveryKey(context: Context, primary: UserRow, given: string): Promise<boolean> {
  return (
    primary.recoveryKeyHash !== null &&
    (await context.passwords.matches(primary.recoveryKeyHash, normalizeRecoveryKey(given)))
  );
}

/** Sets a new password for somebody who proves to own the account, and logs in (core rules 43 to 47). */
export async function recoverAccount(
  context: Context,
  input: UserRecoveryData,
  write: Write,
): Promise<TokenStringData> {
  const account = findUserRowByName(context.db, input.username);
  if (!account) throw malformed('there is no user of this name');
  return recoveryLimiter(context).run(account.familyID, async () => {
    const primary = getPrimaryAccount(context, account);
    assertNotLocked(primary);
    const secret = await identifySecret(context, account, primary, input.recoveryKey);
    if (!secret) return countFailure(primary, write);
    if (account.accessLevel === 'banned') throw forbidden('this account is banned');
    const passwordHash = await context.passwords.hash(input.newPassword);
    return write((context) => {
      updateUser(context, primary.id, {
        recoveryFailures: 0,
        recoveryCodeSpent: primary.recoveryCodeSpent || secret === 'registration code',
      });
      updateUser(context, account.id, { passwordHash, hasLoggedIn: true });
      return { userID: account.id, accessLevel: account.accessLevel, token: openSession(context, account.id) };
    });
  });
}

/** Finds a forgotten username by registration code and password or recovery key (core rules 48 to 50). */
export async function lookUpUsername(
  context: Context,
  input: UserUsernameLookupData,
  write: Write,
): Promise<UserHeader> {
  const code = findRegistrationCode(context.db, normalizeRegistrationCode(input.registrationCode));
  const { userID: primaryID } = code ?? {};
  if (!primaryID) {
    // A code in use takes a password and a recovery key to check; nobody shall tell the difference by the clock.
    await context.passwords.pretend(input.recoveryKey);
    await context.passwords.pretend(input.recoveryKey);
    throw noMatch();
  }
  return recoveryLimiter(context).run(primaryID, async () => {
    const family = listFamily(context.db, primaryID);
    const [primary] = family;
    if (!primary) throw noMatch();
    assertNotLocked(primary);
    const found = await findAccountBySecret(context, family, primary, input.recoveryKey);
    if (!found) return countFailure(primary, write);
    const owner = findUser(context, found.id);
    if (!owner || owner.level === 'banned') throw forbidden('this account is banned');
    return presentHeader(owner);
  });
}

/** The account whose password this is, or the primary one for the family's recovery key. */
async function findAccountBySecret(
  context: Context,
  family: readonly UserRow[],
  primary: UserRow,
  given: string,
): Promise<UserRow | undefined> {
  for (const account of family) {
    if (account.passwordHash && (await context.passwords.matches(account.passwordHash, given))) return account;
  }
  return (await isRecoveryKey(context, primary, given)) ? primary : undefined;
}
