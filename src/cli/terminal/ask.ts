import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { WrongUse } from '../failure.ts';

/** Asks on a terminal without showing what is typed. Throws WrongUse when the question is not answered. */
export async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const abandoned = new AbortController();
  lines.once('SIGINT', () => abandoned.abort());
  lines.once('close', () => abandoned.abort());
  process.stderr.write(question);
  try {
    return await lines.question('', { signal: abandoned.signal });
  } catch {
    throw new WrongUse('nothing was entered');
  } finally {
    process.stderr.write('\n');
    lines.close();
  }
}

/** The first line of standard input. Throws WrongUse when there is none. */
export async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw new WrongUse('standard input is empty: give one line');
}
