/** Hears how far a long task has come. */
export interface Progress {
  /** `done` of `total` pieces of what the words name. */
  show(words: string, done: number, total: number): void;
  /** What is done now in one piece, during which nothing more can be shown; at once. */
  announce(words: string): void;
  /** Takes away again what was shown. */
  end(): void;
}

/** For a task that no one watches. */
export const silentProgress: Progress = { show() {}, announce() {}, end() {} };
