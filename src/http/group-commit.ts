import { keepScope } from '#platform/observing/request-scope.ts';

type Work<Result> = (context: never) => Result;

interface WaitingWork {
  /** Does the work; returns a function that lets its caller continue once it's durable. */
  readonly run: (context: never) => () => void;
  reject(error: unknown): void;
}

/**
 * Writes that share one wait for the disk; each promise resolves with what its own work returned once that is safe, and
 * rejects with its own error. The work may run twice, the first time in vain.
 */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>;

/** A transaction runs as many writes as fit in this time, up to a maximum; then it yields to others. */
const maxMilliseconds = 3;
const maxPerTransaction = 50;

/**
 * Collects what is to be written in one turn of the event loop and writes it in one transaction at its end. No one
 * waits longer for company: while the disk is busy, the next turn's requests gather by themselves. `now` is in
 * milliseconds.
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

  /** Moves those that it runs to the group. */
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

  /** Also those that a transaction would have run that didn't begin: each gets its error, and none waits forever. */
  function commitEach(members: readonly WaitingWork[]): void {
    for (const member of members) commitAlone(member);
  }

  /** One that fails must not take the others with it. */
  function commitAlone({ run, reject }: WaitingWork): void {
    try {
      transaction(run)();
    } catch (error) {
      reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run = keepScope((context: never) => {
        const result = work(context);
        return () => resolve(result);
      });
      waiting.push({ run, reject });
      if (waiting.length === 1) setImmediate(commit);
    });
}
