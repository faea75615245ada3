import { Writable } from 'node:stream';
import type { Log, LogLevel } from '#platform/observing/log.ts';
import { createLogTo } from '#platform/observing/log.ts';

/** A line of the log as the crew sees it, without its time. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly msg: string };

/** A log that tests can read. */
export interface LogBook {
  readonly log: Log;
  lines(): LogLine[];
  /** Returns the lines that contain these words or match. */
  find(words: RegExp): LogLine[];
  clear(): void;
}

const levelNames: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

export function createLogBook(level: LogLevel = 'info'): LogBook {
  const written: LogLine[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      for (const text of String(chunk).trim().split('\n')) {
        const { time: _time, level: number, ...line } = JSON.parse(text);
        written.push({ level: levelNames[number] ?? '', ...line });
      }
      done();
    },
  });
  const lines = () => [...written];
  return {
    log: createLogTo(stream, level),
    lines,
    find: (words) => lines().filter(({ msg }) => words.test(msg)),
    clear: () => void written.splice(0),
  };
}
