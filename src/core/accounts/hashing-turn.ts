import type { Turn } from '#platform/limits/limiter.ts';
import { getNetwork } from '#platform/network/addresses.ts';

/**
 * Who goes first where secrets are hashed, which is the most expensive thing that anyone can ask for without a login:
 * a flood of made-up names waits behind those who have an account, and of those each address waits for its turn.
 */
const ranks = { known: 0, unknown: 1 } as const;

/** Does the caller name an account, or make one? */
export type Acquaintance = keyof typeof ranks;

/** The caller's turn to have a secret hashed. */
export const getHashingTurn = (address: string, acquaintance: Acquaintance): Turn => ({
  key: getNetwork(address),
  rank: ranks[acquaintance],
});
