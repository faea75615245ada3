import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { type Allowance, day } from '#contract/rate-limit.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { reportBlock } from './registration-blocks.ts';

/**
 * Rate limits for wrong registration codes (decision 76). Correct codes don't count. Six letters make 26^6 = 309
 * million codes; with 5,000 free ones, a guess hits once in 61,800 tries. The four pools hold 11,000 wrong codes in all
 * and refill once a day, so no one finds a code within a day, however many addresses and accounts they have. A crowd of
 * 3,000 in an hour, one in five mistyping, makes 600 mistakes, even behind one address.
 *
 * Each pool limits every network to a share of it, so a guesser behind one address can't use up the rest.
 */
interface GuessLimits {
  readonly perNetwork: Allowance;
  readonly all: Allowance;
}

const guessLimits = {
  /** The first mistakes behind an address. Addresses with many mistakes can't use these up for others. */
  first: { perNetwork: { max: 3, seconds: day }, all: { max: 3000, seconds: day } },
  /** Further mistakes of callers who aren't logged in. */
  crowd: { perNetwork: { max: 1000, seconds: day }, all: { max: 3000, seconds: day } },
  /**
   * The first mistakes of an account that calls with its login. Creating one takes two hashes, so a guesser behind a
   * crowd's address has to create 800 accounts before the crowd can't verify its own.
   */
  newcomers: { perNetwork: { max: 1600, seconds: day }, all: { max: 4000, seconds: day } },
  /** Further mistakes of an account. */
  accounts: { perNetwork: { max: 200, seconds: day }, all: { max: 1000, seconds: day } },
} as const satisfies Readonly<Record<string, GuessLimits>>;
type GuessLimitName = keyof typeof guessLimits;

/** Wrong codes of one account from any address, and how many of them count in the newcomers pool. */
const limitPerAccount: Allowance = { max: 5, seconds: day };
const limitPerNewAccount: Allowance = { max: 2, seconds: day };

/** The client that tries a code: an address, or an account that calls from it. */
export interface CodeAttempt {
  readonly address: string;
  readonly accountID?: string;
}

/** A limiter and the key under which it counts a wrong code. */
interface LimitedKey {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/** The single key of counters shared by all networks. */
const sharedKey = '';

const limiters = createOncePerInstance(({ clock }) => {
  const now = () => clock.steadyNow();
  const createPool = ({ perNetwork, all }: GuessLimits) => ({
    perNetwork: createRateLimiter(perNetwork, { now }),
    all: createRateLimiter(all, { now, maxKeys: 1 }),
  });
  return {
    first: createPool(guessLimits.first),
    crowd: createPool(guessLimits.crowd),
    newcomers: createPool(guessLimits.newcomers),
    accounts: createPool(guessLimits.accounts),
    perAccount: createRateLimiter(limitPerAccount, { now }),
    perNewcomer: createRateLimiter(limitPerNewAccount, { now }),
  };
});

/** Returns the ways to count one more wrong code of the guesser, preferred first. */
function listApplicableLimits(context: Context, { address, accountID }: CodeAttempt): LimitedKey[][] {
  const known = limiters(context);
  const network = getNetwork(address);
  const countIn = (name: GuessLimitName): LimitedKey[] => [
    { limiter: known[name].perNetwork, key: network },
    { limiter: known[name].all, key: sharedKey },
  ];
  if (accountID === undefined) return [countIn('first'), countIn('crowd')];
  const own: LimitedKey = { limiter: known.perAccount, key: accountID };
  const newcomer: LimitedKey = { limiter: known.perNewcomer, key: accountID };
  return [
    [own, ...countIn('first')],
    [own, newcomer, ...countIn('newcomers')],
    [own, ...countIn('accounts')],
  ];
}

const getWait = (counts: readonly LimitedKey[]): number =>
  Math.max(...counts.map(({ limiter, key }) => limiter.getWait(key)));

/** Returns the milliseconds until this guesser may try a code; 0 means now. */
const getWaitBeforeAttempt = (context: Context, guesser: CodeAttempt): number =>
  Math.min(...listApplicableLimits(context, guesser).map(getWait));

/** Whether this guesser may try a code now. */
export const mayTryCode = (context: Context, guesser: CodeAttempt): boolean =>
  getWaitBeforeAttempt(context, guesser) === 0;

/** Throws 429 after too many wrong codes. Call this before looking up a code. */
export function assertMayTryCode(context: Context, guesser: CodeAttempt): void {
  const wait = getWaitBeforeAttempt(context, guesser);
  if (wait === 0) return;
  const ownWait = guesser.accountID === undefined ? 0 : limiters(context).perAccount.getWait(guesser.accountID);
  if (ownWait > 0)
    throw tooMany(`You entered too many wrong registration codes. Try again tomorrow, ${deskHint}`, wait);
  reportBlock(context, 'guessed-codes', hasReachedAnyLimit(context) ? undefined : guesser.address);
  const { registrationCodeRequired } = getServerSettings(context);
  const canStartWithoutCode = guesser.accountID === undefined && !registrationCodeRequired;
  const advice = canStartWithoutCode ? 'Create your account without the code and add it later' : 'Try again later';
  throw tooMany(`Too many wrong registration codes were entered from your network. ${advice}, ${deskHint}`, wait);
}

const deskHint = 'or show your cabin card at the registration desk.';

/** Whether the allowance shared by all networks is used up in any pool except that for first mistakes. */
function hasReachedAnyLimit(context: Context): boolean {
  const { crowd, newcomers, accounts } = limiters(context);
  return [crowd, newcomers, accounts].some(({ all }) => all.getWait(sharedKey) > 0);
}

/** Counts a wrong code. */
export function countWrongCode(context: Context, guesser: CodeAttempt): void {
  context.minuteLog.count('wrongCodes');
  const way = listApplicableLimits(context, guesser).find((counts) => getWait(counts) === 0);
  for (const { limiter, key } of way ?? []) limiter.count(key);
}

/** Resets the counters for the network of an address. Counters of its accounts stay. */
export function resetWrongCodesOfAddress(context: Context, address: string): void {
  const { first, crowd, newcomers, accounts } = limiters(context);
  for (const { perNetwork } of [first, crowd, newcomers, accounts]) perNetwork.forget(getNetwork(address));
}

/** Resets the counters of an account. */
export function resetWrongCodesOfAccount(context: Context, accountID: string): void {
  const { perAccount, perNewcomer } = limiters(context);
  for (const limiter of [perAccount, perNewcomer]) limiter.forget(accountID);
}

/** Resets all counters. */
export function resetAllWrongCodes(context: Context): void {
  const { first, crowd, newcomers, accounts, perAccount, perNewcomer } = limiters(context);
  const inPools = [first, crowd, newcomers, accounts].flatMap(({ perNetwork, all }) => [perNetwork, all]);
  for (const limiter of [...inPools, perAccount, perNewcomer]) limiter.forget();
}

/** How many wrong codes must be left in a pool before a block ends. */
const minRemaining = 50;

/** Whether callers can try codes again from this address, or from everywhere. */
export function areCodesAcceptedAgain(context: Context, address: string | undefined): boolean {
  const { crowd, newcomers, accounts } = limiters(context);
  return [crowd, newcomers, accounts].every(({ perNetwork, all }) =>
    address === undefined
      ? all.getWait(sharedKey, minRemaining) === 0
      : perNetwork.getWait(getNetwork(address), minRemaining) === 0,
  );
}
