import { type DestinationStream, destination, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeScope } from './request-scope.ts';

export type Log = import('pino').Logger;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lines written during a request name it. */
const createSharedOptions = (level: LogLevel) => ({ level, base: null, mixin: describeScope });

/**
 * Writes JSON lines for machines, or lines for people, to standard output, or to standard error for commands that print
 * results. `kept` also receives the JSON lines, each before it's shown.
 */
export function createLog(
  level: LogLevel,
  form: 'json' | 'readable',
  output: 'stdout' | 'stderr' = 'stdout',
  kept?: DestinationStream,
): Log {
  const shown = form === 'json' ? destination(output === 'stdout' ? 1 : 2) : createReadable(output);
  const stream = kept ? writeToBoth(kept, shown) : shown;
  return form === 'json' ? createLogTo(stream, level) : pino(createSharedOptions(level), stream);
}

const writeToBoth = (first: DestinationStream, second: DestinationStream): DestinationStream => ({
  write(line) {
    first.write(line);
    second.write(line);
  },
});

function createReadable(output: 'stdout' | 'stderr'): DestinationStream {
  return pretty({
    colorize: process[output].isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    sync: true,
    destination: output === 'stdout' ? 1 : 2,
  });
}

/** Writes JSON lines for machines, to any destination. */
export function createLogTo(stream: DestinationStream, level: LogLevel): Log {
  return pino({ ...createSharedOptions(level), timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
