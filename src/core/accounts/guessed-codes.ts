import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { type Allowance, day, hour } from '#contract/rate-limit.ts';
import { getNetwork } from '#platform/network.ts';
import { createRateLimiter, type RateLimiter } from '#platform/rate-limiter.ts';

/**
 * How many wrong registration codes are taken, of one guesser and of all together (decision 76). Right ones count
 * nowhere. What a guesser may try in a day is below what finds a code in a day, however many addresses and accounts
 * they have: six letters make 26^6 = 309 million codes, of which 5,000 free ones are met once in 61,800 tries; the
 * allowances for all sum up to 11,000 at once and 11,000 a day. A crowd of 3,000 in an hour, of whom every fifth
 * mistypes, makes 600 mistakes, though it were behind one address.
 */
interface Tier {
  readonly own: Allowance;
  readonly all: Allowance;
}

/**
 * A guesser is an address, or an account that calls with its login. The first mistakes of an address are counted apart
 * from those of addresses that have made many, so that these cannot use up what everybody has; accounts count apart
 * from addresses, so that who shares one with a guesser can still register without a code and verify with it later.
 */
const guessingTiers = {
  address: [
    { own: { max: 3, seconds: day }, all: { max: 6000, seconds: day } },
    { own: { max: 1000, seconds: day }, all: { max: 3000, seconds: day } },
  ],
  account: [{ own: { max: 5, seconds: day }, all: { max: 2000, seconds: day } }],
} as const satisfies Readonly<Record<string, readonly Tier[]>>;

/** Who tries a code. */
export type Guesser = { readonly address: string } | { readonly accountID: string };

interface TierLimiters {
  readonly own: RateLimiter;
  readonly all: RateLimiter;
}

/** The one key of what is counted for all. */
const everybody = '';

const limiters = createOncePerInstance(({ clock }) => {
  const now = () => clock.steadyNow();
  const create = ({ own, all }: Tier): TierLimiters => ({
    own: createRateLimiter(own, { now }),
    all: createRateLimiter(all, { now, maxKeys: 1 }),
  });
  return {
    address: guessingTiers.address.map(create),
    account: guessingTiers.account.map(create),
    warnings: createRateLimiter({ max: 1, seconds: hour }, { now, maxKeys: 1 }),
  };
});

function findTiers(context: Context, guesser: Guesser): { key: string; tiers: readonly TierLimiters[] } {
  return 'address' in guesser
    ? { key: getNetwork(guesser.address), tiers: limiters(context).address }
    : { key: guesser.accountID, tiers: limiters(context).account };
}

const getWait = ({ own, all }: TierLimiters, key: string): number => Math.max(own.getWait(key), all.getWait(everybody));

/** Milliseconds until this guesser may try a code; 0 for now. */
function getWaitOf(context: Context, guesser: Guesser): number {
  const { key, tiers } = findTiers(context, guesser);
  return Math.min(...tiers.map((tier) => getWait(tier, key)));
}

/** Has this guesser not yet tried too many wrong codes? */
export const mayTryCode = (context: Context, guesser: Guesser): boolean => getWaitOf(context, guesser) === 0;

/** Throws 429 when this guesser has tried too many wrong codes; to be asked before a code is looked at. */
export function assertMayTryCode(context: Context, guesser: Guesser): void {
  const wait = getWaitOf(context, guesser);
  if (wait === 0) return;
  warn(context);
  throw tooMany('There were too many wrong registration codes: please try again later.', wait);
}

/** Counts a wrong code. */
export function countWrongCode(context: Context, guesser: Guesser): void {
  const { key, tiers } = findTiers(context, guesser);
  const tier = tiers.find((tier) => getWait(tier, key) === 0);
  tier?.own.count(key);
  tier?.all.count(everybody);
}

/** Forgets the wrong codes of a guesser, or of all. */
export function forgetWrongCodes(context: Context, guesser?: Guesser): void {
  if (guesser) {
    const { key, tiers } = findTiers(context, guesser);
    for (const { own } of tiers) own.forget(key);
    return;
  }
  const { address, account } = limiters(context);
  for (const limiter of [...address, ...account].flatMap(({ own, all }) => [own, all])) limiter.forget();
}

/** The crew hears of it, but not at every try. */
function warn(context: Context): void {
  const { warnings } = limiters(context);
  if (warnings.getWait(everybody) > 0) return;
  warnings.count(everybody);
  context.log.warn('somebody is guessing registration codes: too many wrong ones were tried');
}
