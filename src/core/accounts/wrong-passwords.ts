import { LRUCache } from 'lru-cache';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { findUserRow, foldUsername } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { AttemptedAccount } from './hashing-turn.ts';
import { findLastLoginFrom } from './store.ts';

/**
 * Counts wrong passwords per account, never per address alone, because everyone on a ship may share one. Addresses from
 * which the account has logged in before are counted separately, so strangers can't lock the owner out (decision 42).
 *
 * Each pause is followed by a grace minute. No new pause begins in it, and each address has a few attempts of its own,
 * so an owner on a new address can log in, whatever others try from theirs (decision 76).
 */
const maxWrongPasswords = 10;
const windowMilliseconds = 5 * 60 * 1000;
const pauseMilliseconds = 60 * 1000;
const graceMilliseconds = 60 * 1000;
const maxWrongInGrace = 3;

/** An attempt to log in. */
export interface Attempt {
  /** Undefined if no account has the name. */
  readonly userID: string | undefined;
  /** The key under which attempts for the same account are counted together. */
  readonly series: string;
  readonly address: string;
  readonly account: AttemptedAccount;
}

/** Attempts that are counted together. Times are those of the steady clock. */
interface AttemptSeries {
  /** Times of wrong passwords within the window. */
  readonly wrong: readonly number[];
  /** 0 if there was no pause yet. */
  readonly pausedUntil: number;
}

const maxSeries = 50_000;
const maxSeriesWithoutAccount = 10_000;
const maxGraceAttempts = 50_000;

function createStore<Value extends object>(context: Context, max: number): LRUCache<string, Value> {
  const ttl = windowMilliseconds + pauseMilliseconds;
  const perf = { now: () => context.clock.steadyNow() };
  // Limits the number through sizes, so that the library doesn't allocate memory for all entries at once.
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl, ttlResolution: 0, perf });
}

const seriesStore = createOncePerInstance((context) => createStore<AttemptSeries>(context, maxSeries));
const unknownAccountSeriesStore = createOncePerInstance((context) =>
  createStore<AttemptSeries>(context, maxSeriesWithoutAccount),
);
/** Wrong attempts of one address in the grace minute after the pause that ended at this time. */
const graceAttemptsStore = createOncePerInstance((context) =>
  createStore<{ readonly pausedUntil: number; readonly wrong: number }>(context, maxGraceAttempts),
);

/** Marks series of names without an account. They're stored separately, so they can't evict those of accounts. */
const unknownAccountPrefix = '?';

const getStore = (context: Context, series: string) =>
  series.startsWith(unknownAccountPrefix) ? unknownAccountSeriesStore(context) : seriesStore(context);

/** Describes the attempt to log in under this name, whether or not an account has it. */
export function describeAttempt(
  context: Context,
  account: UserRow | undefined,
  username: string,
  address: string,
): Attempt {
  // Hashed, because names from clients may be long.
  if (!account) {
    const series = `${unknownAccountPrefix}${hashToken(foldUsername(username))}`;
    return { userID: undefined, series, address, account: 'unknown' };
  }
  const isKnownHere = findLastLoginFrom(context.db, account.id, address) !== undefined;
  const series = isKnownHere ? `${account.id} ${address}` : account.id;
  return { userID: account.id, series, address, account: 'known' };
}

function findSeries(context: Context, name: string): AttemptSeries {
  const { wrong, pausedUntil } = getStore(context, name).get(name) ?? { wrong: [], pausedUntil: 0 };
  const windowStart = context.clock.steadyNow() - windowMilliseconds;
  return { wrong: wrong.filter((time) => time > windowStart), pausedUntil };
}

const isInGrace = ({ pausedUntil }: AttemptSeries, now: number): boolean =>
  pausedUntil > 0 && pausedUntil <= now && now < pausedUntil + graceMilliseconds;

const formatGraceKey = ({ series, address }: Attempt): string => `${series} ${getNetwork(address)}`;

function countGraceAttempts(context: Context, attempt: Attempt, { pausedUntil }: AttemptSeries): number {
  const tries = graceAttemptsStore(context).get(formatGraceKey(attempt));
  return tries?.pausedUntil === pausedUntil ? tries.wrong : 0;
}

/** Throws 429 while logins are paused for this attempt. */
export function assertNotPaused(context: Context, attempt: Attempt): void {
  const now = context.clock.steadyNow();
  const series = findSeries(context, attempt.series);
  if (series.pausedUntil > now) throw describePause(series.pausedUntil - now);
  if (isInGrace(series, now) && countGraceAttempts(context, attempt, series) >= maxWrongInGrace)
    throw describePause(series.pausedUntil + graceMilliseconds - now);
}

function describePause(wait: number) {
  const seconds = Math.ceil(wait / 1000);
  return tooMany(`Too many wrong passwords for this account. Try again in ${seconds} seconds.`, wait);
}

/** Counts a wrong password, which may start a pause. */
export function countWrongPassword(context: Context, attempt: Attempt): void {
  context.minuteLog.count('wrongPasswords');
  const now = context.clock.steadyNow();
  const series = findSeries(context, attempt.series);
  const wrong = [...series.wrong, now].slice(-maxWrongPasswords);
  const isGrace = isInGrace(series, now);
  if (isGrace) {
    const { pausedUntil } = series;
    const tries = { pausedUntil, wrong: countGraceAttempts(context, attempt, series) + 1 };
    graceAttemptsStore(context).set(formatGraceKey(attempt), tries);
  }
  const isTooMany = wrong.length >= maxWrongPasswords && !isGrace;
  const pausedUntil = isTooMany ? now + pauseMilliseconds : series.pausedUntil;
  getStore(context, attempt.series).set(attempt.series, { wrong, pausedUntil });
  if (isTooMany) recordNewPause(context, attempt);
}

function recordNewPause(context: Context, { userID, series, address }: Attempt): void {
  if (userID === undefined) return;
  pausesOfAccounts(context).set(series, { userID, address: series === userID ? undefined : address });
  const username = findUserRow(context.db, userID)?.username;
  const everywhere = series === userID;
  context.minuteLog.sample('lock-out', () =>
    context.log.warn(
      { username, address, everywhere, seconds: pauseMilliseconds / 1000 },
      'paused logins to an account after too many wrong passwords',
    ),
  );
}

/** A pause for logins of an account, from everywhere or from one address. */
export interface Pause {
  readonly userID: string;
  readonly address: string | undefined;
  /** The remaining time. */
  readonly milliseconds: number;
}

/** Maximum number of pauses remembered for listing. */
const maxListedPauses = 200;
const pausesOfAccounts = createOncePerInstance(
  (): LRUCache<string, Omit<Pause, 'milliseconds'>> => new LRUCache({ max: maxListedPauses }),
);

/** Lists pauses of accounts in force, latest first. */
export function listPauses(context: Context): Pause[] {
  const now = context.clock.steadyNow();
  return [...pausesOfAccounts(context)].flatMap(([series, pause]) => {
    const milliseconds = findSeries(context, series).pausedUntil - now;
    return milliseconds > 0 ? [{ ...pause, milliseconds }] : [];
  });
}

/** Resets the counters of these accounts, or of everyone if none are given. */
export function resetWrongPasswords(context: Context, userIDs?: readonly string[]): void {
  const isMeant = (series: string) => userIDs === undefined || userIDs.some((userID) => series.startsWith(userID));
  for (const store of [seriesStore(context), graceAttemptsStore(context), pausesOfAccounts(context)]) {
    for (const series of [...store.keys()]) if (isMeant(series)) store.delete(series);
  }
}

/** Returns how many attempts of a series may be checked concurrently, so that a burst can't bypass the limit. */
export function countRemainingAttempts(context: Context, name: string): number {
  const series = findSeries(context, name);
  return isInGrace(series, context.clock.steadyNow()) ? 1 : maxWrongPasswords - series.wrong.length;
}
