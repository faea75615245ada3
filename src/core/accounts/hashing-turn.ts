import type { Turn } from '#platform/limits/limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';

/**
 * Priorities for hashing secrets, the most expensive work a client can request without logging in. A flood of made-up
 * names waits behind callers with an account, and addresses take turns.
 */
const hashingPriorities = { known: 0, unknown: 1 } as const;

/** Whether the caller names an existing account or creates one. */
export type AttemptedAccount = keyof typeof hashingPriorities;

/** Returns how a caller waits to have a secret hashed: in their network's queue, known accounts first. */
export const getHashingTurn = (address: string, account: AttemptedAccount): Turn => ({
  key: getNetwork(address),
  rank: hashingPriorities[account],
});
