import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { type Allowance, day } from '#contract/rate-limit.ts';
import { createRateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { reportBlock } from './registration-blocks.ts';

/** Everyone on the ship may register behind one address, and some of them twice (core rule 52). */
const accountsPerNetwork: Allowance = { max: 6000, seconds: day };

const limiter = createOncePerInstance(({ clock }) =>
  createRateLimiter(accountsPerNetwork, { now: () => clock.steadyNow() }),
);

/** Counts a new account from an address. Throws 429 once the limit is reached. */
export function countNewAccount(context: Context, address: string): void {
  const network = getNetwork(address);
  const wait = limiter(context).getWait(network);
  if (wait > 0) {
    reportBlock(context, 'many-accounts', address);
    throw tooMany(
      'Too many new accounts were created from your network. Try again later, or ask at the registration desk to ' +
        'lift the limit.',
      wait,
    );
  }
  limiter(context).count(network);
}

/** Whether the address may create accounts again. */
export const mayCreateAccounts = (context: Context, address: string): boolean =>
  limiter(context).getWait(getNetwork(address), minRemaining) === 0;

/** How many accounts must be left in the allowance before a block ends. */
const minRemaining = 50;

/** Resets the counter for the network of an address, or all counters. */
export const resetNewAccountCounts = (context: Context, address?: string): void =>
  limiter(context).forget(address === undefined ? undefined : getNetwork(address));
