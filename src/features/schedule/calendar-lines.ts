import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** One line of a calendar after unfolding. */
export interface ContentLine {
  /** Where it begins in the file, counted from 1. */
  readonly number: number;
  readonly text: string;
}

const maximumLineLength = 1024 * 1024;

/** A rejection that names the line. */
export const rejectLine = (number: number, reason: string): UnreadableFile =>
  new UnreadableFile(`Line ${number} of the calendar: ${reason}.`);

/** The lines of a text with `\n` line ends; one that begins with white space goes on with the one before (schedule rule 34). */
export function* readContentLines(text: string): Generator<ContentLine> {
  let number = 0;
  let current = { number: 1, text: '' };
  for (const line of splitLines(text)) {
    number += 1;
    if (/^[ \t]/.test(line)) {
      current.text += line.slice(1);
    } else {
      yield current;
      current = { number, text: line };
    }
    if (current.text.length > maximumLineLength) throw rejectLine(current.number, 'it is longer than 1 MiB');
  }
  yield current;
}

// One at a time: a list of ten million lines would need more memory than the file.
function* splitLines(text: string): Generator<string> {
  let begin = 0;
  while (begin <= text.length) {
    const lineEnd = text.indexOf('\n', begin);
    const end = lineEnd < 0 ? text.length : lineEnd;
    yield text.slice(begin, end);
    begin = end + 1;
  }
}
