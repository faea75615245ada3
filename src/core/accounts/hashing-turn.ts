import type { Turn } from '#platform/limiter.ts';
import { getNetwork } from '#platform/network.ts';

/**
 * Who goes first where secrets are hashed, which is the most expensive thing that anybody can ask for without a login:
 * a flood of made-up names waits behind those who have an account, and of those each address waits for its turn.
 */
const ranks = { knownHere: 0, known: 1, unknown: 2 } as const;

/** How well the caller is known: to have logged in from this address, or to name an account, or not at all. */
export type Acquaintance = keyof typeof ranks;

/** The caller's turn to have a secret hashed. */
export const getHashingTurn = (address: string, acquaintance: Acquaintance): Turn => ({
  key: getNetwork(address),
  rank: ranks[acquaintance],
});
