import { readFileSync } from 'node:fs';
import { isReadableByOthers } from '#platform/files/files.ts';
import { askHidden, isTerminal, readFirstLine, warn } from './terminal.ts';

/** Reads a code that a command on the server shows: from a file, a terminal, or else one line of standard input. */
export async function readSecretCode(file: string | undefined, shownBy: string): Promise<string> {
  if (file !== undefined && file !== '-') {
    if (isReadableByOthers(file)) warn(`${file} can be read by others: anyone who has the code can read everything`);
    return readFileSync(file, 'utf8');
  }
  if (file === undefined && isTerminal()) return askHidden(`Code that ${shownBy} shows on the box: `);
  return readFirstLine(
    `Give the code that ${shownBy} shows on the box as one line of standard input, or with --code-file.`,
  );
}
