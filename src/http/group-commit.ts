import { LimiterFull } from '#platform/limits/limiter.ts';
import { keepScope } from '#platform/observing/request-scope.ts';

type Work<Result> = (context: never) => Result;

interface WaitingWork {
  /** Does the work; returns a function that lets its caller continue once it's durable. */
  readonly run: (context: never) => () => void;
  reject(error: unknown): void;
}

/**
 * Writes that share one transaction, and so one wait for the disk. Each promise resolves with the result of its own work once
 * that is durable, or rejects with its own error, or with LimiterFull if too many wait. The work may run twice if the
 * first transaction fails.
 */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>;

/** A transaction runs the writes that fit in this time, up to a maximum count; then it yields. */
const maxMilliseconds = 3;
const maxPerTransaction = 50;
/** Each holds its parsed body: more would fill the memory of a service that no longer keeps up. A ship sends hundreds. */
const maxWaiting = 20_000;

/**
 * Collects the writes of one turn of the event loop and runs them in one transaction at its end. It never delays a
 * write to gather
 * more: while the disk is busy, the requests of the next turn gather anyway. `now` is in milliseconds.
 */
export function createGroupCommit(
  transaction: <Result>(work: Work<Result>) => Result,
  now = () => performance.now(),
): GroupCommit {
  const waiting: WaitingWork[] = [];

  function commit(): void {
    const group: WaitingWork[] = [];
    try {
      for (const succeed of transaction((context) => runSome(context, group))) succeed();
    } catch {
      commitEach(group.length > 0 ? group : waiting.splice(0));
    }
    if (waiting.length > 0) setImmediate(commit);
  }

  /** Moves the writes it runs into the group. */
  function runSome(context: never, group: WaitingWork[]): (() => void)[] {
    const end = now() + maxMilliseconds;
    const done: (() => void)[] = [];
    do {
      const member = waiting.shift();
      if (!member) break;
      group.push(member);
      done.push(member.run(context));
    } while (group.length < maxPerTransaction && now() < end);
    return done;
  }

  /** Also covers writes whose transaction never began: each gets the error, and none waits forever. */
  function commitEach(members: readonly WaitingWork[]): void {
    for (const member of members) commitAlone(member);
  }

  /** A write that fails must not take the others with it. */
  function commitAlone({ run, reject }: WaitingWork): void {
    try {
      transaction(run)();
    } catch (error) {
      reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) throw new LimiterFull('writes');
      const run = keepScope((context: never) => {
        const result = work(context);
        return () => resolve(result);
      });
      waiting.push({ run, reject });
      if (waiting.length === 1) setImmediate(commit);
    });
}
