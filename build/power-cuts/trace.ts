import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A system call that succeeded, by the clock of the machine in microseconds since 1970. */
export interface SystemCall {
  readonly name: string;
  /** What stands between the parentheses; strings and paths are escaped byte by byte. */
  readonly parameters: string;
  readonly result: number;
  readonly begin: number;
  readonly end: number;
}

const traced = [
  ...['openat', 'open', 'creat', 'write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'copy_file_range', 'sendfile'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'symlink', 'symlinkat', 'rmdir'],
  ...['mkdir', 'mkdirat', 'truncate', 'ftruncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range', 'syncfs'],
  ...['mmap', 'ioctl'],
];

/** Whether system calls can be recorded on this machine. */
export const canTrace = (): boolean => spawnSync('strace', ['-f', '--seccomp-bpf', 'true']).status === 0;

/** Calls by which answers are sent. */
export const answering: readonly string[] = ['write', 'writev'];

/** Words that run a program in its own place and record its system calls, and those of what it starts, in a file. */
export const traceInto = (file: string, calls: readonly string[] = traced): string[] => [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-y', '-xx', '-ttt', '-T', '-s', '1000000000', '-o', file],
  ...['-e', `trace=${calls.join(',')}`, '-e', 'signal=none'],
];

/** Reads the calls that succeeded, in the order in which they ended. Returns when the first process of the trace ended. */
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

/** Thread, time and the rest; a line may have 100 megabytes, so no pattern is matched against all of it. */
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

/** Escapes a text as traces do. */
export const escapeBytes = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&');

const unescapeBytes = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

/** Strings among the parameters of a call, in their order. */
export const readStrings = (parameters: string): Buffer[] =>
  parameters
    .split('"')
    .filter((_, index) => index % 2 === 1)
    .map(unescapeBytes);

/** Paths of the open files among the parameters of a call, in their order; of a deleted one there is none. */
export const readOpenPaths = (parameters: string): string[] =>
  [...removeStrings(parameters).matchAll(/<([^>]*)>(?!\(deleted\))/g)].map(([, path = '']) =>
    unescapeBytes(path).toString(),
  );

/** Plain numbers and words that a call was given last, in their order. */
export const readWords = (parameters: string): string[] => removeStrings(parameters).split(', ');

const removeStrings = (parameters: string): string =>
  parameters
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
