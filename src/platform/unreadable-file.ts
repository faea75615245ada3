/** A file from outside that cannot be used at all; the message is a sentence for the person who chose the file. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnreadableFile';
  }
}

/** A line that was left out, and why; the rest of the file was readable. */
export interface LineFault {
  /** Counted from 1. */
  readonly line: number;
  /** The beginning of the line. */
  readonly text: string;
  readonly reason: string;
}

export const lineFault = (line: number, text: string, reason: string): LineFault => ({
  line,
  text: excerpt(text),
  reason,
});

const EXCERPT_LENGTH = 80;

/** The beginning of a text, short enough for a message: lines from outside can be megabytes long. */
export const excerpt = (text: string): string =>
  text.length <= EXCERPT_LENGTH ? text.trim() : `${text.slice(0, EXCERPT_LENGTH).trim()}…`;
