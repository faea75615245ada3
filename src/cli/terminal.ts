import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Progress } from '#platform/observing/progress.ts';
import { WrongUse } from './failure.ts';

/** Prints one line of a command's result. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints one line that isn't part of the result: something the operator should look at. */
export const warn = (line: string): void => void process.stderr.write(`warning: ${line}\n`);

/** Formats rows with aligned columns, the first row on top; numbers are aligned right. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  const cell = (value: string | number, column: number): string => {
    const width = widths[column] ?? 0;
    return typeof value === 'number' ? String(value).padStart(width) : value.padEnd(width);
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

const delayMilliseconds = 1000;
const pauseMilliseconds = 100;
const clearLine = '\r\u001b[K';

/** The output side of a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Shows the progress of a long task on a terminal once it has run for a second; shows nothing elsewhere. */
export function createProgress(
  terminal: Terminal = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const started = now();
  let shown: number | undefined;

  return {
    show(words, done, total) {
      const isDue = now() - (shown ?? started) >= (shown === undefined ? delayMilliseconds : pauseMilliseconds);
      if (!terminal.isTTY || !isDue) return;
      shown = now();
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
      terminal.write(`${clearLine}${words}: ${percent} %`);
    },
    announce(words) {
      if (!terminal.isTTY) return;
      shown = now();
      terminal.write(`${clearLine}${words} …`);
    },
    end() {
      if (shown !== undefined) terminal.write(clearLine);
      shown = undefined;
    },
  };
}

/** Runs a task without progress information and shows its name meanwhile. */
export async function announce<Result>(words: string, task: () => Promise<Result>): Promise<Result> {
  const progress = createProgress();
  progress.announce(words);
  try {
    return await task();
  } finally {
    progress.end();
  }
}

/** Asks on a terminal without echoing the input. Throws WrongUse without an answer. */
export async function askForSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const abandoned = new AbortController();
  lines.once('SIGINT', () => abandoned.abort());
  lines.once('close', () => abandoned.abort());
  process.stderr.write(question);
  try {
    return await lines.question('', { signal: abandoned.signal });
  } catch {
    throw new WrongUse('Nothing was entered.');
  } finally {
    process.stderr.write('\n');
    lines.close();
  }
}

/** Whether there is a terminal to ask on. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks on a terminal; anything but `y` or `yes` is a no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** Returns the first line of standard input. Throws WrongUse with `advice` when there is none. */
export async function readFirstLine(advice = 'Standard input is empty: pass one line.'): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw new WrongUse(advice);
}
