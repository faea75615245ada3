/** Says on a terminal how far a long task has come; nothing anywhere else. */
export interface Progress {
  /** `done` of `total` pieces of what the words name; from the second second on. */
  show(words: string, done: number, total: number): void;
  /** What is done now in one piece, during which nothing more can be shown; at once. */
  announce(words: string): void;
  /** Takes the line away again. */
  end(): void;
}

const patienceMilliseconds = 1000;
const pauseMilliseconds = 100;
const toLineStart = '\r\u001b[K';

/** The part of a terminal that is written to. */
type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

export function createProgress(
  terminal: Terminal = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const started = now();
  let shown: number | undefined;

  return {
    show(words, done, total) {
      const isDue = now() - (shown ?? started) >= (shown === undefined ? patienceMilliseconds : pauseMilliseconds);
      if (!terminal.isTTY || !isDue) return;
      shown = now();
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
      terminal.write(`${toLineStart}${words}: ${percent} %`);
    },
    announce(words) {
      if (!terminal.isTTY) return;
      shown = now();
      terminal.write(`${toLineStart}${words} …`);
    },
    end() {
      if (shown !== undefined) terminal.write(toLineStart);
      shown = undefined;
    },
  };
}

/** Runs a task during which nothing can be shown but its name. */
export async function announce<Result>(words: string, task: () => Promise<Result>): Promise<Result> {
  const progress = createProgress();
  progress.announce(words);
  try {
    return await task();
  } finally {
    progress.end();
  }
}
