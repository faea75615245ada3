import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller, Credentials } from '#contract/access.ts';
import { AppError, forbidden } from '#contract/errors.ts';
import { findUserRowByName, foldUsername, getUser, toCaller } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { createKeyedLimiter } from '#platform/limiter.ts';
import { getHashingTurn } from './hashing-turn.ts';
import { assertNotPaused, countTriesLeft, countWrongPassword, describeAttempt } from './wrong-passwords.ts';

/** No more tries of an account are checked at once than may still be wrong; addresses take turns. */
const passwordLimiter = createOncePerInstance((context) =>
  createKeyedLimiter('logins of this account', {
    maxRunning: (series) => countTriesLeft(context, series),
    maxWaiting: 2000,
    maxWaitingPerKey: 200,
  }),
);

const wrongCredentials = () => new AppError('unauthenticated', 'The username or the password is wrong.');

/** Is this the password of the account, if there is one? A wrong one is counted. Throws 429 while tries are paused. */
export async function checkPassword(
  context: Context,
  account: UserRow | undefined,
  { username, password }: Credentials,
  address: string,
): Promise<boolean> {
  const attempt = describeAttempt(context, account, username, address);
  const turn = getHashingTurn(address, attempt.acquaintance);
  assertNotPaused(context, attempt);
  return passwordLimiter(context).run(attempt.series, turn, async () => {
    // Others have been checked while this one waited.
    assertNotPaused(context, attempt);
    const isRight = account?.passwordHash
      ? await context.passwords.matches(account.passwordHash, password, turn)
      : await context.passwords.pretend(password, turn);
    if (!isRight) countWrongPassword(context, attempt);
    return isRight;
  });
}

/**
 * The account with this name and password. Throws 401 when there is none, 403 when it is banned, and 429 while the
 * account's tries are paused (core rules 37 and 38).
 */
export async function getAccountByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<UserRow> {
  const account = findUserRowByName(context.db, credentials.username);
  const isRight = await checkPassword(context, account, credentials, address);
  if (!account || !isRight) throw wrongCredentials();
  if (account.accessLevel === 'banned') throw forbidden('This account is banned.');
  return account;
}

/** The caller of what takes name and password instead of a token: calendar files (schedule rule 111). */
export async function getCallerByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<Caller> {
  const { id } = await getAccountByPassword(context, credentials, address);
  return toCaller(getUser(context, id));
}

const serviceAccounts: ReadonlySet<string> = new Set(['admin', 'prometheus', 'tho']);

/** The caller of what only the crew's own machines call (core rule 29). */
export async function getServiceByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<Caller> {
  if (!serviceAccounts.has(foldUsername(credentials.username))) throw wrongCredentials();
  return getCallerByPassword(context, credentials, address);
}
