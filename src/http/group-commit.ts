type Work = (context: never) => void;

interface WaitingWork {
  readonly work: Work;
  resolve(): void;
  reject(error: unknown): void;
}

/** Writes that share one wait for the disk; each promise resolves once its own is safe, and rejects with its own error. */
export type GroupCommit = (work: Work) => Promise<void>;

/** So many small writes take a few milliseconds; the next ones let others have their turn first. */
const maxPerTransaction = 50;

/**
 * Collects what is to be written in one turn of the event loop and writes it in one transaction at its end. Nobody
 * waits longer for company: while the disk is busy, the next turn's requests gather by themselves.
 */
export function createGroupCommit(transaction: (work: Work) => void): GroupCommit {
  const waiting: WaitingWork[] = [];

  function commit(): void {
    const group = waiting.splice(0, maxPerTransaction);
    if (waiting.length > 0) setImmediate(commit);
    try {
      transaction((context) => {
        for (const { work } of group) work(context);
      });
    } catch {
      for (const member of group) commitAlone(member);
      return;
    }
    for (const { resolve } of group) resolve();
  }

  /** One that fails must not take the others with it. */
  function commitAlone({ work, resolve, reject }: WaitingWork): void {
    try {
      transaction(work);
      resolve();
    } catch (error) {
      reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (waiting.length === 1) setImmediate(commit);
    });
}
