import { type Context, createOncePerInstance } from '#area/context.ts';
import { tooMany } from '#contract/errors.ts';
import { type Allowance, day } from '#contract/rate-limit.ts';
import { createRateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';
import { reportBlock } from './registration-blocks.ts';

/** The whole ship may register behind one address, and some of it twice (core rule 52). */
const accountsPerNetwork: Allowance = { max: 6000, seconds: day };

const limiter = createOncePerInstance(({ clock }) =>
  createRateLimiter(accountsPerNetwork, { now: () => clock.steadyNow() }),
);

/** Counts an account that is about to be made from an address. Throws 429 when there were too many. */
export function countNewAccount(context: Context, address: string): void {
  const network = getNetwork(address);
  const wait = limiter(context).getWait(network);
  if (wait > 0) {
    reportBlock(context, 'many-accounts', address);
    throw tooMany(
      'Too many new accounts were made from your network. Try again later, or ask at the registration desk: they can ' +
        'have this ended at once.',
      wait,
    );
  }
  limiter(context).count(network);
}

/** Whether accounts can be made from an address again. */
export const hasRoomForAccounts = (context: Context, address: string): boolean =>
  limiter(context).getWait(getNetwork(address), minLeft) === 0;

/** Accounts that must be left before a block counts as over. */
const minLeft = 50;

/** Forgets the accounts that were made from the network of an address, or from all. */
export const forgetNewAccounts = (context: Context, address?: string): void =>
  limiter(context).forget(address === undefined ? undefined : getNetwork(address));
