import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A successful system call, with the machine's clock in microseconds since 1970. */
export interface SystemCall {
  readonly name: string;
  /** The text between the parentheses; strings and paths are escaped byte by byte. */
  readonly parameters: string;
  readonly result: number;
  readonly begin: number;
  readonly end: number;
}

const tracedCalls = [
  ...['openat', 'open', 'creat', 'write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'copy_file_range', 'sendfile'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'symlink', 'symlinkat', 'rmdir'],
  ...['mkdir', 'mkdirat', 'truncate', 'ftruncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range', 'syncfs'],
  ...['mmap', 'ioctl'],
];

/** Whether this machine can record system calls. */
export const canTrace = (): boolean => spawnSync('strace', ['-f', '--seccomp-bpf', 'true']).status === 0;

/** System calls that send responses. */
export const respondingCalls: readonly string[] = ['write', 'writev'];

/**
 * Returns the command line that runs a program and records its system calls, and those of its child processes, in a
 * file.
 */
export const traceInto = (file: string, calls: readonly string[] = tracedCalls): string[] => [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-y', '-xx', '-ttt', '-T', '-s', '1000000000', '-o', file],
  ...['-e', `trace=${calls.join(',')}`, '-e', 'signal=none'],
];

/** Reads the successful calls in the order in which they ended. Returns when the first traced process has ended. */
export async function* readSystemCalls(file: string): AsyncIterable<SystemCall> {
  const begun = new Map<string, { readonly text: string; readonly begin: number }>();
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [thread = '', moment = '', text] = splitLine(line);
    if (text === undefined || text.startsWith('+++')) continue;
    const at = readMicroseconds(moment);
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text);
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -'<unfinished ...>'.length).trimEnd(), begin: at });
    } else if (resumed) {
      const first = begun.get(thread);
      begun.delete(thread);
      if (first) yield* readCall(`${first.text}${text.slice(resumed[0].length)}`, first.begin, at);
    } else yield* readCall(text, at);
  }
}

/** Splits a line into thread, time and the rest. A line may have 100 megabytes, so no pattern runs over all of it. */
function splitLine(line: string): [thread?: string, moment?: string, text?: string] {
  const head = /^(\d+) +(\d+\.\d{6}) /.exec(line.slice(0, 40));
  return head ? [head[1], head[2], line.slice(head[0].length)] : [];
}

const readMicroseconds = (moment: string): number => Number(moment.replace('.', ''));

function* readCall(text: string, begin: number, resumedAt?: number): Iterable<SystemCall> {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(') = ');
  if (open < 0 || close < open) return;
  const outcome = text.slice(close + ') = '.length);
  const result = Number.parseInt(outcome, outcome.startsWith('0x') ? 16 : 10);
  if (Number.isNaN(result) || result < 0) return;
  const duration = /<(\d+\.\d{6})>$/.exec(outcome)?.[1] ?? '0.000000';
  const end = resumedAt ?? begin + readMicroseconds(duration);
  yield { name: text.slice(0, open), parameters: text.slice(open + 1, close), result, begin, end };
}

/** Escapes a text like the tracer does. */
export const escapeBytes = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&');

const unescapeBytes = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

/** Returns the string parameters of a call in order. */
export const readStrings = (parameters: string): Buffer[] =>
  parameters
    .split('"')
    .filter((_, index) => index % 2 === 1)
    .map(unescapeBytes);

/** Returns the paths of the open files among the parameters of a call in order, without deleted ones. */
export const readOpenPaths = (parameters: string): string[] =>
  [...removeStrings(parameters).matchAll(/<([^>]*)>(?!\(deleted\))/g)].map(([, path = '']) =>
    unescapeBytes(path).toString(),
  );

/** Returns the last plain numbers and words among a call's parameters in order. */
export const readWords = (parameters: string): string[] => removeStrings(parameters).split(', ');

const removeStrings = (parameters: string): string =>
  parameters
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
