/** Tracks how far the spare is behind. */
export interface Lag {
  /** The number of bytes committed, counted from the start. */
  recordCommitted(bytes: number): void;
  /** Records that everything committed has been sent. */
  recordSentAll(): void;
  /** The number of bytes on the spare's disk. */
  recordConfirmed(bytes: number): void;
  /** Age in milliseconds of the oldest byte that the spare lacks; 0 if it has everything. */
  milliseconds(): number;
}

/** Measures how far a spare is behind. Commits of other processes count from when they were noticed. */
export function createLag(now: () => number = () => performance.now()): Lag {
  let committed = 0;
  let sentAll = { bytes: 0, at: 0 };
  /** When the oldest byte that isn't safe was committed. */
  let since: number | undefined;

  return {
    recordCommitted(bytes) {
      if (bytes > committed) since ??= now();
      committed = bytes;
    },
    recordSentAll() {
      sentAll = { bytes: committed, at: now() };
    },
    recordConfirmed(bytes) {
      if (bytes >= committed) since = undefined;
      // Whatever is not safe was committed after that answer.
      else if (since !== undefined && bytes >= sentAll.bytes) since = Math.max(since, sentAll.at);
    },
    milliseconds: () => (since === undefined ? 0 : now() - since),
  };
}
