/** Receives the progress of a long task. */
export interface Progress {
  /** Reports `done` of `total` pieces of what the words name. */
  show(words: string, done: number, total: number): void;
  /** Shows immediately a step that runs in one piece and can't report progress. */
  announce(words: string): void;
  /** Clears what was shown. */
  end(): void;
}

/** For a task that no one watches. */
export const silentProgress: Progress = { show() {}, announce() {}, end() {} };
