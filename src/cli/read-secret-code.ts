import { readFileSync } from 'node:fs';
import { isReadableByOthers } from '#platform/files/files.ts';
import { askForSecret, isTerminal, readFirstLine, warn } from './terminal.ts';

/** Reads a code that a command on the server shows: from a file, a terminal, or else one line of standard input. */
export async function readSecretCode(file: string | undefined, shownBy: string): Promise<string> {
  if (file !== undefined && file !== '-') {
    if (isReadableByOthers(file))
      warn(`${file} is readable by other users: anyone who has the code can read everything`);
    return readFileSync(file, 'utf8');
  }
  if (file === undefined && isTerminal()) return askForSecret(`Code that ${shownBy} shows on the server: `);
  return readFirstLine(
    `Pass the code that ${shownBy} shows on the server as one line on standard input, or use --code-file.`,
  );
}
