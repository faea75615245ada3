import { LRUCache } from 'lru-cache';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller, Credentials } from '#contract/access.ts';
import { AppError, forbidden } from '#contract/errors.ts';
import { findUserRowByName, foldUsername, getUser, toCaller } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { createKeyedLimiter } from '#platform/limiter.ts';
import { hashToken } from '#platform/tokens.ts';
import { findLastLoginFrom } from './store.ts';

/**
 * Wrong passwords are counted for each account, never for an address alone: a whole ship may share one. An address from
 * which the account has logged in before is counted apart, so that a stranger cannot lock the owner out (decision 42).
 */
const maxFailedAttempts = 10;
const windowMilliseconds = 5 * 60 * 1000;
const pauseMilliseconds = 60 * 1000;

interface Attempts {
  /** When there were wrong tries within the window, by the steady clock. */
  failures: number[];
  /** By the steady clock; 0 = not paused. */
  pausedUntil: number;
}

const attemptCounts = createOncePerInstance(
  (context) =>
    new LRUCache<string, Attempts>({
      max: 50_000,
      ttl: windowMilliseconds + pauseMilliseconds,
      ttlResolution: 0,
      perf: { now: () => context.clock.steadyNow() },
    }),
);
/** No more tries run at once than may still be wrong, so that a burst cannot outrun the count. */
const passwordLimiter = createOncePerInstance((context) =>
  createKeyedLimiter('logins of this account', {
    maxRunning: (key) => maxFailedAttempts - listRecentFailures(context, key).length,
    maxWaiting: 2000,
  }),
);

function listRecentFailures(context: Context, key: string): number[] {
  const windowStart = context.clock.steadyNow() - windowMilliseconds;
  return (attemptCounts(context).get(key)?.failures ?? []).filter((time) => time > windowStart);
}

const wrongCredentials = () => new AppError('unauthenticated', 'The username or the password is wrong.');

/** A hash, because a name from outside may be long. */
function buildAttemptKey(context: Context, account: UserRow | undefined, username: string, address: string): string {
  const isKnown = account !== undefined && findLastLoginFrom(context.db, account.id, address) !== undefined;
  return hashToken(`${foldUsername(username)} ${isKnown ? address : ''}`);
}

function assertNotPaused(context: Context, key: string): void {
  const wait = (attemptCounts(context).get(key)?.pausedUntil ?? 0) - context.clock.steadyNow();
  if (wait <= 0) return;
  const seconds = Math.min(60, Math.ceil(wait / 1000));
  const reason = `There were too many wrong passwords for this account: try again in ${seconds} seconds.`;
  throw new AppError('too-many', reason, { headers: { 'retry-after': String(seconds) } });
}

function countFailedAttempt(context: Context, key: string): void {
  const now = context.clock.steadyNow();
  const failures = [...listRecentFailures(context, key), now].slice(-maxFailedAttempts);
  const pausedUntil = failures.length >= maxFailedAttempts ? now + pauseMilliseconds : 0;
  attemptCounts(context).set(key, { failures, pausedUntil });
}

/** Is this the password of the account, if there is one? A wrong one is counted. Throws 429 while tries are paused. */
export function checkPassword(
  context: Context,
  account: UserRow | undefined,
  { username, password }: Credentials,
  address: string,
): Promise<boolean> {
  const key = buildAttemptKey(context, account, username, address);
  return passwordLimiter(context).run(key, async () => {
    assertNotPaused(context, key);
    const isRight = account?.passwordHash
      ? await context.passwords.matches(account.passwordHash, password)
      : await context.passwords.pretend(password);
    if (!isRight) countFailedAttempt(context, key);
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
