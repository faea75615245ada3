import { setImmediate as immediate } from 'node:timers/promises';
import { createFairLimiter, LimiterFull } from '#platform/limits/limiter.ts';
import type { MaybePromise } from './run-handler.ts';

/** A turn of the event loop runs reads for this long, so that neither writes nor the next arrivals wait for more. */
const maxMillisecondsOfTurn = 20;
/** A read that has queued for longer is rejected. */
const maxWaitMilliseconds = { poll: 250, other: 2000 };
/** Polls are rejected once reads have queued for this long without a break: a short burst ends by itself. */
const minOverloadMilliseconds = 1000;
/** Never reached: reads leave the queue sooner. */
const maxWaiting = 20_000;
const maxWaitingPerKey = 128;

/**
 * Queues reads while more arrive than the processor can serve (core rule 130). Reads that don't have to queue cost 0.7 µs
 * more, for the first one of a turn.
 */
export interface OverloadQueue {
  /** Whether reads have to queue: this turn of the event loop has run enough of them, or others wait. */
  isOver(): boolean;
  /** Runs a read after those that came before it; keys take turns. Throws LimiterFull if it has waited too long. */
  wait<Result>(key: string, isPoll: boolean | undefined, read: () => MaybePromise<Result>): Promise<Result>;
}

/** `now` is the steady clock, in milliseconds. */
export function createOverloadQueue(now: () => number): OverloadQueue {
  const queue = createFairLimiter('reads', { maxRunning: () => 1, maxWaiting, maxWaitingPerKey });
  /** Undefined before the first read of a turn. */
  let turnEndsAt: number | undefined;
  /** Undefined while no read queues. */
  let overloadedSince: number | undefined;

  function isTurnOver(): boolean {
    if (turnEndsAt === undefined) {
      turnEndsAt = now() + maxMillisecondsOfTurn;
      setImmediate(() => {
        turnEndsAt = undefined;
      });
    }
    return now() >= turnEndsAt;
  }

  function hasWaitedTooLong(arrivedAt: number, isPoll: boolean | undefined): boolean {
    const waited = now() - arrivedAt;
    if (waited > maxWaitMilliseconds.other) return true;
    const overloaded = now() - (overloadedSince ?? now());
    return isPoll === true && waited > maxWaitMilliseconds.poll && overloaded > minOverloadMilliseconds;
  }

  return {
    isOver: () => queue.waiting() > 0 || isTurnOver(),
    wait<Result>(key: string, isPoll: boolean | undefined, read: () => MaybePromise<Result>) {
      const arrivedAt = now();
      overloadedSince ??= arrivedAt;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const takeTurn = async () => {
        if (isTurnOver()) await immediate();
        const isRejected = hasWaitedTooLong(arrivedAt, isPoll);
        if (queue.waiting() === 0) overloadedSince = undefined;
        if (isRejected) throw new LimiterFull('reads');
        // The next read doesn't wait until this one has its files.
        resolve(read());
      };
      queue.run({ key }, takeTurn).catch(reject);
      return promise;
    },
  };
}
