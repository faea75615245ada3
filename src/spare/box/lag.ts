/** How long the spare has lacked something. */
export interface Lag {
  /** So many bytes are committed, counted from the start. */
  noteCommitted(bytes: number): void;
  /** All that is committed was sent. */
  noteSentAll(): void;
  /** So many bytes are on the spare's disk. */
  noteSafe(bytes: number): void;
  /** Age of the oldest that is not, in milliseconds; 0 when the spare has everything. */
  milliseconds(): number;
}

/** Measures how far a spare is behind. What was committed beside the service counts from when it was seen. */
export function createLag(now: () => number = () => performance.now()): Lag {
  let committed = 0;
  let sentAll = { bytes: 0, at: 0 };
  /** When the oldest was committed that is not safe. */
  let since: number | undefined;

  return {
    noteCommitted(bytes) {
      if (bytes > committed) since ??= now();
      committed = bytes;
    },
    noteSentAll() {
      sentAll = { bytes: committed, at: now() };
    },
    noteSafe(bytes) {
      if (bytes >= committed) since = undefined;
      // Whatever is not safe was committed after that answer.
      else if (since !== undefined && bytes >= sentAll.bytes) since = Math.max(since, sentAll.at);
    },
    milliseconds: () => (since === undefined ? 0 : now() - since),
  };
}
