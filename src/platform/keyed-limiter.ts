import { createLimiter, type Limiter } from './limiter.ts';

/** A gate for each key, made when needed and forgotten when nobody is at it. */
export interface KeyedLimiter {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedLimiter(
  what: string,
  bounds: { maxRunning: (key: string) => number; maxWaiting: number },
): KeyedLimiter {
  const limiters = new Map<string, { limiter: Limiter; visitors: number }>();
  return {
    async run(key, work) {
      const entry = limiters.get(key) ?? {
        limiter: createLimiter(what, { ...bounds, maxRunning: () => bounds.maxRunning(key) }),
        visitors: 0,
      };
      limiters.set(key, entry);
      entry.visitors += 1;
      try {
        return await entry.limiter.run(work);
      } finally {
        entry.visitors -= 1;
        if (entry.visitors === 0) limiters.delete(key);
      }
    },
  };
}
