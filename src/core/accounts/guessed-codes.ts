import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { type Allowance, day } from '#contract/rate-limit.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { reportBlock } from './registration-blocks.ts';

/**
 * Limits of wrong registration codes (decision 76); right ones count nowhere. Six letters make 26^6 = 309 million codes,
 * of which 5,000 free ones are met once in 61,800 tries. The four pools hold 11,000 wrong codes in all, and as many more
 * come back in a day, so no code is found within a day, however many addresses and accounts a guesser has. A crowd of
 * 3,000 in an hour, one in five mistyping, makes 600 mistakes, even behind one address.
 *
 * Each pool limits every network to a part of it, so a guesser behind one address can't use up what others have.
 */
interface Pool {
  readonly perNetwork: Allowance;
  readonly all: Allowance;
}

const pools = {
  /** The first mistakes behind an address: addresses that made many can't use these up for the others. */
  first: { perNetwork: { max: 3, seconds: day }, all: { max: 3000, seconds: day } },
  /** Further mistakes of callers without a login. */
  crowd: { perNetwork: { max: 1000, seconds: day }, all: { max: 3000, seconds: day } },
  /**
   * The first mistakes of an account, which calls with its login. Making one takes two hashes, so a guesser behind a
   * crowd's address has to make 800 accounts before the crowd can't verify its own.
   */
  newcomers: { perNetwork: { max: 1600, seconds: day }, all: { max: 4000, seconds: day } },
  /** Further mistakes of an account. */
  accounts: { perNetwork: { max: 200, seconds: day }, all: { max: 1000, seconds: day } },
} as const satisfies Readonly<Record<string, Pool>>;
type PoolName = keyof typeof pools;

/** Wrong codes of one account, wherever it calls from, and how many of them count as a newcomer's. */
const perAccount: Allowance = { max: 5, seconds: day };
const perNewcomer: Allowance = { max: 2, seconds: day };

/** Who tries a code: someone at an address, or an account that calls from there. */
export interface Guesser {
  readonly address: string;
  readonly accountID?: string;
}

/** What a wrong code is counted under. */
interface Count {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/** The one key of what is counted for all. */
const everybody = '';

const limiters = createOncePerInstance(({ clock }) => {
  const now = () => clock.steadyNow();
  const createPool = ({ perNetwork, all }: Pool) => ({
    perNetwork: createRateLimiter(perNetwork, { now }),
    all: createRateLimiter(all, { now, maxKeys: 1 }),
  });
  return {
    first: createPool(pools.first),
    crowd: createPool(pools.crowd),
    newcomers: createPool(pools.newcomers),
    accounts: createPool(pools.accounts),
    perAccount: createRateLimiter(perAccount, { now }),
    perNewcomer: createRateLimiter(perNewcomer, { now }),
  };
});

/** The ways in which one more wrong code of the guesser could be counted, the preferred one first. */
function listWays(context: Context, { address, accountID }: Guesser): Count[][] {
  const known = limiters(context);
  const network = getNetwork(address);
  const countIn = (name: PoolName): Count[] => [
    { limiter: known[name].perNetwork, key: network },
    { limiter: known[name].all, key: everybody },
  ];
  if (accountID === undefined) return [countIn('first'), countIn('crowd')];
  const own: Count = { limiter: known.perAccount, key: accountID };
  const newcomer: Count = { limiter: known.perNewcomer, key: accountID };
  return [
    [own, ...countIn('first')],
    [own, newcomer, ...countIn('newcomers')],
    [own, ...countIn('accounts')],
  ];
}

const getWait = (counts: readonly Count[]): number =>
  Math.max(...counts.map(({ limiter, key }) => limiter.getWait(key)));

/** Milliseconds until this guesser may try a code; 0 for now. */
const getWaitOf = (context: Context, guesser: Guesser): number => Math.min(...listWays(context, guesser).map(getWait));

/** Whether this guesser may try a code now. */
export const mayTryCode = (context: Context, guesser: Guesser): boolean => getWaitOf(context, guesser) === 0;

/** Throws 429 when too many wrong codes were tried; to be called before a code is looked at. */
export function assertMayTryCode(context: Context, guesser: Guesser): void {
  const wait = getWaitOf(context, guesser);
  if (wait === 0) return;
  const ownWait = guesser.accountID === undefined ? 0 : limiters(context).perAccount.getWait(guesser.accountID);
  if (ownWait > 0)
    throw tooMany(`You have tried too many wrong registration codes. Try again tomorrow, ${showItAtDesk}`, wait);
  reportBlock(context, 'guessed-codes', isPoolEmpty(context) ? undefined : guesser.address);
  const { registrationCodeRequired } = getServerSettings(context);
  const canStartWithoutCode = guesser.accountID === undefined && !registrationCodeRequired;
  const advice = canStartWithoutCode ? 'Make your account without the code and enter it then' : 'Try again later';
  throw tooMany(`Too many wrong registration codes were tried from your network. ${advice}, ${showItAtDesk}`, wait);
}

const showItAtDesk = 'or show your cabin card at the registration desk: they let you in.';

/** Whether what all networks have together is used up, in any pool but that of the first mistakes. */
function isPoolEmpty(context: Context): boolean {
  const { crowd, newcomers, accounts } = limiters(context);
  return [crowd, newcomers, accounts].some(({ all }) => all.getWait(everybody) > 0);
}

/** Counts a wrong code. */
export function countWrongCode(context: Context, guesser: Guesser): void {
  context.minuteLog.count('wrongCodes');
  const way = listWays(context, guesser).find((counts) => getWait(counts) === 0);
  for (const { limiter, key } of way ?? []) limiter.count(key);
}

/** Forgets the wrong codes tried from the network of an address; those of its accounts stay counted for each. */
export function forgetWrongCodesFrom(context: Context, address: string): void {
  const { first, crowd, newcomers, accounts } = limiters(context);
  for (const { perNetwork } of [first, crowd, newcomers, accounts]) perNetwork.forget(getNetwork(address));
}

/** Forgets the wrong codes that an account has tried. */
export function forgetWrongCodesOf(context: Context, accountID: string): void {
  const { perAccount, perNewcomer } = limiters(context);
  for (const limiter of [perAccount, perNewcomer]) limiter.forget(accountID);
}

/** Forgets all wrong codes. */
export function forgetAllWrongCodes(context: Context): void {
  const { first, crowd, newcomers, accounts, perAccount, perNewcomer } = limiters(context);
  const inPools = [first, crowd, newcomers, accounts].flatMap(({ perNetwork, all }) => [perNetwork, all]);
  for (const limiter of [...inPools, perAccount, perNewcomer]) limiter.forget();
}

/** Wrong codes that must be left in a pool before its guessing counts as over. */
const minLeft = 50;

/** Whether codes can be tried again from this address, or from everywhere. */
export function isGuessingOver(context: Context, address: string | undefined): boolean {
  const { crowd, newcomers, accounts } = limiters(context);
  return [crowd, newcomers, accounts].every(({ perNetwork, all }) =>
    address === undefined
      ? all.getWait(everybody, minLeft) === 0
      : perNetwork.getWait(getNetwork(address), minLeft) === 0,
  );
}
