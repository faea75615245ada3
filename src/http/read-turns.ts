import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import type { Allowance } from '#contract/rate-limit.ts';
import { createFairLimiter, type FairLimiter } from '#platform/limits/limiter.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import { createOverloadQueue } from './overload-queue.ts';
import type { Sender } from './rate-limits.ts';
import type { MaybePromise } from './run-handler.ts';

/**
 * The CPU time that reads may take, in milliseconds. The cost of a read is measured, since it depends on its query, the
 * caller and the caches, so it can't be declared.
 */
export interface ReadBudget {
  readonly perFamily: Allowance;
  /**
   * For callers without a login, per path: a whole ship may share an address, and expensive reads must not delay other
   * calls.
   */
  readonly perAddress: Allowance;
  /** For all families and addresses together. */
  readonly all: Allowance;
  /** Replaces `perFamily` and `perAddress` while all callers together exceed their budget. */
  readonly whileAllAreOver: Allowance;
}

export const defaultReadBudget: ReadBudget = {
  perFamily: { max: 250, seconds: 5 },
  perAddress: { max: 1000, seconds: 4 },
  all: { max: 500, seconds: 1 },
  whileAllAreOver: { max: 10, seconds: 1 },
};

/** Shorter reads are free: they delay no one, and most reads don't have to be counted. */
const minMilliseconds = 2;
const maxWaitingPerFamily = 16;
const maxWaitingPerAddress = 128;
const maxWaiting = 512;
/** Upper bound of the pause between two queued reads, which is as long as the first one took. */
const maxPauseMilliseconds = 50;

/**
 * Queues the reads of senders who exceed their budget, and of everyone while more arrive than the processor can serve.
 */
export interface ReadTurns {
  /**
   * Runs a read at once if its sender is within budget and the server has time. Otherwise queues it: families and
   * addresses take turns, and other work runs in between. Throws LimiterFull if too many reads wait, or if this one has
   * waited too long.
   */
  run<Result>(reader: Reader, read: (hasWaited: boolean) => MaybePromise<Result>): MaybePromise<Result>;
  /** Runs a part of a read and counts its time, but never waits. Nested parts are counted once. */
  count<Result>(reader: Reader, work: () => Result): Result;
}

/** The sender of a read, and its declared path. */
export interface Reader {
  readonly sender: Sender;
  readonly path: string;
  /** Whether the client repeats it by itself. */
  readonly isPoll?: boolean | undefined;
}

/** A key of a budget. */
interface Group {
  readonly budget: RateLimiter;
  readonly budgetWhileAllAreOver: RateLimiter;
  readonly queue: FairLimiter;
}

/** `now` is the steady clock, in milliseconds. */
export function createReadTurns(now: () => number, budget: ReadBudget = defaultReadBudget): ReadTurns {
  const createGroup = (allowance: Allowance, maxWaitingPerKey: number): Group => ({
    budget: createRateLimiter(allowance, { now }),
    budgetWhileAllAreOver: createRateLimiter(budget.whileAllAreOver, { now }),
    queue: createFairLimiter('reads', { maxRunning: () => 1, maxWaiting, maxWaitingPerKey }),
  });
  const families = createGroup(budget.perFamily, maxWaitingPerFamily);
  const networks = createGroup(budget.perAddress, maxWaitingPerAddress);
  const all = createRateLimiter(budget.all, { now });
  const overload = createOverloadQueue(now);
  /** By this time every budget has refilled, so none has to be checked. */
  let refilledAt = 0;
  const millisecondsToFill = 1000 * Math.max(...Object.values(budget).map(({ seconds }: Allowance) => seconds));

  const groupOf = ({ sender }: Reader): Group => (sender.familyID === undefined ? networks : families);
  const keyOf = ({ sender, path }: Reader): string => sender.familyID ?? `${sender.network} ${path}`;

  function isOver(reader: Reader): boolean {
    const group = groupOf(reader);
    const counted = all.getWait('') > 0 ? group.budgetWhileAllAreOver : group.budget;
    return counted.getWait(keyOf(reader)) > 0;
  }

  function add(reader: Reader, milliseconds: number): void {
    if (milliseconds < minMilliseconds) return;
    const group = groupOf(reader);
    for (const counted of [group.budget, group.budgetWhileAllAreOver]) counted.count(keyOf(reader), milliseconds);
    all.count('', milliseconds);
    refilledAt = now() + millisecondsToFill;
  }

  let isCounting = false;

  function count<Result>(reader: Reader, work: () => Result): Result {
    if (isCounting) return work();
    isCounting = true;
    const started = performance.now();
    try {
      return work();
    } finally {
      isCounting = false;
      add(reader, performance.now() - started);
    }
  }

  function runInTurn<Result>(reader: Reader, read: () => MaybePromise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const takeTurn = async () => {
      const started = performance.now();
      try {
        resolve(count(reader, read));
      } catch (error) {
        reject(error);
      }
      // Most of what a page requests is available without I/O, but only after some promises.
      await immediate();
      await delay(Math.min(performance.now() - started, maxPauseMilliseconds));
    };
    groupOf(reader)
      .queue.run({ key: keyOf(reader) }, takeTurn)
      .catch(reject);
    return promise;
  }

  return {
    count,
    run(reader, read) {
      if (now() < refilledAt && isOver(reader)) return runInTurn(reader, () => read(true));
      const run = (hasWaited: boolean) => count(reader, () => read(hasWaited));
      return overload.isOver() ? overload.wait(keyOf(reader), reader.isPoll, () => run(true)) : run(false);
    },
  };
}
