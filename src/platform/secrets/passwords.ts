import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairLimiter, type Turn } from '../limits/limiter.ts';

/**
 * Slow one-way hashing of passwords; argon2id in the thread pool, a bounded number at a time. Senders take turns; all
 * functions throw LimiterFull if too many wait.
 */
export interface Passwords {
  hash(secret: string, turn: Turn): Promise<string>;
  /** Also false for a stored value that isn't an argon2 hash. */
  matches(storedHash: string, secret: string, turn: Turn): Promise<boolean>;
  /** Does the work of a real check that fails, so that timing doesn't reveal unknown names. */
  pretend(secret: string, turn: Turn): Promise<false>;
  /** The number of waiting checks and hashings. */
  waiting(): number;
}

/** Memory in KiB, passes and lanes of argon2id; tests use small ones. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const argon2Form = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/-]{8,100}\$[\w+/-]{16,200}$/;
/** A hash's parameters determine the cost of checking it: one from outside must not stop the service. */
const maxCost: HashingCost = { memoryCost: 128 * 1024, timeCost: 10, parallelism: 8 };

/** Whether a password can be checked against this external hash at a reasonable cost. */
export function isUsableHash(hash: string): boolean {
  const [, memory, time, lanes] = argon2Form.exec(hash) ?? [];
  if (memory === undefined) return false;
  return (
    Number(memory) <= maxCost.memoryCost && Number(time) <= maxCost.timeCost && Number(lanes) <= maxCost.parallelism
  );
}

/** For work without a sender: the first accounts, a command. */
export const turnWithoutSender: Turn = { key: '' };

const fullHashingCost: HashingCost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export function createPasswords(cost: HashingCost = fullHashingCost): Passwords {
  const limiter = createFairLimiter('password checks', {
    maxRunning: availableParallelism,
    // A flood of made-up names leaves half of the processors to everything else.
    maxRunningOfHigherRank: () => Math.floor(availableParallelism() / 2),
    maxWaiting: 6000,
    // A whole ship may log in from one address.
    maxWaitingPerKey: 3000,
  });
  // The library's default algorithm is argon2id.
  const options = { ...cost };
  let decoy: Promise<string> | undefined;

  async function matches(storedHash: string, secret: string, turn: Turn): Promise<boolean> {
    if (!storedHash.startsWith('$argon2')) return false;
    return limiter.run(turn, () => verify(storedHash, secret));
  }

  return {
    hash: (secret, turn) => limiter.run(turn, () => hash(secret, options)),
    matches,
    async pretend(secret, turn) {
      decoy ??= hash('no account has this password', options);
      await matches(await decoy, secret, turn);
      return false;
    },
    waiting: () => limiter.waiting(),
  };
}
