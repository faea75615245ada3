import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import type { Allowance } from '#contract/rate-limit.ts';
import { createFairLimiter, type FairLimiter } from '#platform/limits/limiter.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limiter.ts';
import type { Sender } from './rate-limits.ts';
import type { MaybePromise } from './run-handler.ts';

/**
 * The processor time that reads may take, in milliseconds. What a read costs is measured, since that depends on its
 * query, the caller and what the caches hold: no declaration could say it.
 */
export interface ReadBudget {
  readonly perFamily: Allowance;
  /** Without a login, for each path of its own: a whole ship may share an address, and costly reads must not hold up others. */
  readonly perAddress: Allowance;
  /** All families and addresses together. */
  readonly all: Allowance;
  /** As `perFamily` and `perAddress`, while all together are over their budget. */
  readonly whileAllAreOver: Allowance;
}

export const defaultReadBudget: ReadBudget = {
  perFamily: { max: 250, seconds: 5 },
  perAddress: { max: 1000, seconds: 4 },
  all: { max: 500, seconds: 1 },
  whileAllAreOver: { max: 10, seconds: 1 },
};

/** Shorter reads are free: they hold no one up, and most reads need not be counted. */
const minMilliseconds = 2;
const maxWaitingOfFamily = 16;
const maxWaitingOfAddress = 128;
const maxWaiting = 512;
/** Between two reads in the queue others get as much time as the first one took, but no more than this. */
const maxPauseMilliseconds = 50;

/**
 * Queues the reads of senders who exceed their budget. For a read within budget this costs 0.3 µs of CPU, less than 1%
 * of whoami: the least of 40 interleaved rounds of 200,000 reads, with and without.
 */
export interface ReadTurns {
  /**
   * Runs a read at once if its sender is within their budget; otherwise one at a time, each family and address in turn, and
   * with the rest of the service in between. Throws LimiterFull when too many wait.
   */
  run<Result>(reader: Reader, read: (hasWaited: boolean) => MaybePromise<Result>): MaybePromise<Result>;
  /** Runs a part of a read and counts the time until it returns, but never waits. Parts within a part count once. */
  count<Result>(reader: Reader, work: () => Result): Result;
}

/** Who reads, and at which declared path. */
export interface Reader {
  readonly sender: Sender;
  readonly path: string;
}

/** The key of the budget. */
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
  const families = createGroup(budget.perFamily, maxWaitingOfFamily);
  const networks = createGroup(budget.perAddress, maxWaitingOfAddress);
  const all = createRateLimiter(budget.all, { now });
  /** By then every budget is whole again, so that no one's has to be looked at. */
  let wholeAt = 0;
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
    wholeAt = now() + millisecondsToFill;
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
      // Most of what a page asks is there without waiting for anything, but only after some promises.
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
      if (now() >= wholeAt || !isOver(reader)) return count(reader, () => read(false));
      return runInTurn(reader, () => read(true));
    },
  };
}
