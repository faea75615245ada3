import { malformed } from '#contract/errors.ts';

/** A file from outside that cannot be used at all; the message is a sentence for the person who chose the file. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableFile';
  }
}

/** Runs the import of a file that a caller sent or named; one that cannot be used is a 400 with the reason (schedule rule 39). */
export function rejectUnreadable<Result>(importFile: () => Result): Result {
  try {
    return importFile();
  } catch (error) {
    throw toRejection(error);
  }
}

/** As `rejectUnreadable`, for an import that waits. */
export async function rejectUnreadableLater<Result>(importFile: () => Promise<Result>): Promise<Result> {
  try {
    return await importFile();
  } catch (error) {
    throw toRejection(error);
  }
}

const toRejection = (error: unknown): unknown => (error instanceof UnreadableFile ? malformed(error.message) : error);

/** A line that was left out, and why; the rest of the file was readable. */
export interface LineFault {
  /** Counted from 1. */
  readonly line: number;
  /** The beginning of the line. */
  readonly text: string;
  readonly reason: string;
}

export const createLineFault = (line: number, text: string, reason: string): LineFault => ({
  line,
  text: takeExcerpt(text),
  reason,
});

const excerptLength = 80;

/**
 * The beginning of a text, fit for a message: lines from outside can be megabytes long, and their control characters
 * would command the terminal that shows them.
 */
export function takeExcerpt(text: string): string {
  const start = text
    .slice(0, excerptLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text.length <= excerptLength ? start : `${start}…`;
}
