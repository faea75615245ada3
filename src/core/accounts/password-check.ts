import { LRUCache } from 'lru-cache';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller, Credentials } from '#contract/access.ts';
import { AppError, forbidden } from '#contract/errors.ts';
import { findUserRowByName, foldUsername, getUser, toCaller } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { createKeyedLimiter } from '#platform/limits/limiter.ts';
import { startFingerprint } from '#platform/secrets/tokens.ts';
import { getHashingTurn } from './hashing-turn.ts';
import { recordAddress } from './known-addresses.ts';
import { assertNotPaused, countRemainingAttempts, countWrongPassword, describeAttempt } from './wrong-passwords.ts';

/** Checks no more attempts of an account at once than may still fail. Addresses take turns. */
const passwordLimiter = createOncePerInstance((context) =>
  createKeyedLimiter('logins of this account', {
    maxRunning: (series) => countRemainingAttempts(context, series),
    maxWaiting: 2000,
    maxWaitingPerKey: 200,
  }),
);

const wrongCredentials = () => new AppError('wrongCredentials', "That name and password don't match.");

/** Whether the account exists and has this password. Counts wrong ones. Throws 429 while logins are paused. */
export async function checkPassword(
  context: Context,
  account: UserRow | undefined,
  { username, password }: Credentials,
  address: string,
): Promise<boolean> {
  const attempt = describeAttempt(context, account, username, address);
  const turn = getHashingTurn(address, attempt.account);
  assertNotPaused(context, attempt);
  return passwordLimiter(context).run(attempt.series, turn, async () => {
    // Other attempts were checked while this one waited.
    assertNotPaused(context, attempt);
    const isRight = account?.passwordHash
      ? await context.passwords.matches(account.passwordHash, password, turn)
      : await context.passwords.pretend(password, turn);
    if (!isRight) countWrongPassword(context, attempt);
    return isRight;
  });
}

/**
 * Returns the account with this name and password. Throws 401 if there is none, 403 if it's banned, and 429 while the
 * account's logins are paused (core rules 37 and 38).
 */
export async function getAccountByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<UserRow> {
  const account = findUserRowByName(context.db, credentials.username);
  const isRight = await checkPassword(context, account, credentials, address);
  if (!account || !isRight) throw wrongCredentials();
  if (account.accessLevel === 'banned') throw forbidden('banned', 'This account is banned.');
  return account;
}

/**
 * Returns the caller of an endpoint that takes name and password instead of a token: calendar files (schedule rule
 * 111).
 */
export async function getCallerByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<Caller> {
  const { id } = await getAccountByPassword(context, credentials, address);
  return toCaller(getUser(context, id));
}

const serviceAccounts: ReadonlySet<string> = new Set(['admin', 'prometheus', 'tho']);

/** Returns the caller of an endpoint that only the crew's own machines call (core rule 29). */
export async function getServiceByPassword(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<Caller> {
  if (!serviceAccounts.has(foldUsername(credentials.username))) throw wrongCredentials();
  const account =
    findRememberedService(context, credentials, address) ?? (await getAccountByPassword(context, credentials, address));
  rememberService(context, account, credentials, address);
  return toCaller(getUser(context, account.id));
}

/** A keyed hash of a correct password, and the hash in the database, which changes with the password. */
interface RememberedCredentials {
  readonly fingerprint: string;
  readonly passwordHash: string | null;
}

const maxRememberedCredentials = 100;
const rememberedCredentials = createOncePerInstance(
  (): LRUCache<string, RememberedCredentials> => new LRUCache({ max: maxRememberedCredentials }),
);

const formatServiceKey = (username: string, address: string): string => `${foldUsername(username)} ${address}`;

function computeFingerprint({ secrets }: Context, { password }: Credentials): string {
  const fingerprint = startFingerprint(secrets.tokenKey, 'password of a service\n');
  fingerprint.add(Buffer.from(password));
  return fingerprint.compute();
}

/**
 * Returns the account if this address has sent the same correct password before. This bypasses the counters for wrong
 * passwords, so a machine that scrapes metrics isn't locked out by attempts of its neighbours or of clients behind the
 * same proxy.
 */
function findRememberedService(context: Context, credentials: Credentials, address: string): UserRow | undefined {
  const known = rememberedCredentials(context).get(formatServiceKey(credentials.username, address));
  if (known?.fingerprint !== computeFingerprint(context, credentials)) return undefined;
  const account = findUserRowByName(context.db, credentials.username);
  return account?.passwordHash === known.passwordHash && account.accessLevel !== 'banned' ? account : undefined;
}

/** From now on, wrong passwords from other addresses are counted separately, even after a restart. */
function rememberService(context: Context, account: UserRow, credentials: Credentials, address: string): void {
  const { passwordHash, username, id } = account;
  const fingerprint = computeFingerprint(context, credentials);
  rememberedCredentials(context).set(formatServiceKey(username, address), { fingerprint, passwordHash });
  recordAddress(context, id, address);
}
