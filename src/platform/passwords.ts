import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from './limiter.ts';

/** Slow one-way hashing of secrets that people choose; argon2id in the thread pool, a bounded number at a time. */
export interface Passwords {
  hash(secret: string): Promise<string>;
  /** False also for a stored value that is no argon2 hash. Throws LimiterFull when too many wait. */
  matches(storedHash: string, secret: string): Promise<boolean>;
  /** Takes as long as a real check that fails, so that an unknown name cannot be told by the clock. */
  pretend(secret: string): Promise<false>;
  /** How many checks and hashings wait for their turn. */
  waiting(): number;
}

/** Memory in KiB, passes and lanes of argon2id; tests use small ones. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const fullHashingCost: HashingCost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export function createPasswords(cost: HashingCost = fullHashingCost): Passwords {
  const limiter = createLimiter('password checks', { maxRunning: availableParallelism, maxWaiting: 5000 });
  // The library hashes with argon2id unless told otherwise.
  const options = { ...cost };
  let decoy: Promise<string> | undefined;

  async function matches(storedHash: string, secret: string): Promise<boolean> {
    if (!storedHash.startsWith('$argon2')) return false;
    return limiter.run(() => verify(storedHash, secret));
  }

  return {
    hash: (secret) => limiter.run(() => hash(secret, options)),
    matches,
    async pretend(secret) {
      decoy ??= hash('nobody has this password', options);
      await matches(await decoy, secret);
      return false;
    },
    waiting: () => limiter.waiting(),
  };
}
