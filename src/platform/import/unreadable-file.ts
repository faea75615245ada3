import { malformed } from '#contract/errors.ts';

/** An external file that can't be used at all; the message is a sentence for the person who chose the file. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableFile';
  }
}

/** Imports a file that a caller sent or named; an unusable one is a 400 with the reason (schedule rule 39). */
export function rejectUnreadable<Result>(importFile: () => Result): Result {
  try {
    return importFile();
  } catch (error) {
    throw toRejection(error);
  }
}

/** Like `rejectUnreadable`, for an asynchronous import. */
export async function rejectUnreadableAsync<Result>(importFile: () => Promise<Result>): Promise<Result> {
  try {
    return await importFile();
  } catch (error) {
    throw toRejection(error);
  }
}

const toRejection = (error: unknown): unknown =>
  error instanceof UnreadableFile ? malformed(error.message, 'unreadableFile') : error;

/** A skipped line and the reason; the rest of the file was readable. */
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
 * Truncates and sanitises a text for a message: external lines can be megabytes long, and their control characters
 * would affect the terminal.
 */
export function takeExcerpt(text: string): string {
  const start = text
    .slice(0, excerptLength)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text.length <= excerptLength ? start : `${start}…`;
}
