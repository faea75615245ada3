import { type DestinationStream, destination, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeScope } from './request-scope.ts';

export type Log = import('pino').Logger;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lines that are written during a request name it. */
const shared = (level: LogLevel) => ({ level, base: null, mixin: describeScope });

/** JSON lines for machines, or lines for people; to standard output, or beside it for commands that print results. */
export function createLog(level: LogLevel, form: 'json' | 'readable', output: 'stdout' | 'stderr' = 'stdout'): Log {
  const descriptor = output === 'stdout' ? 1 : 2;
  if (form === 'json') return createLogTo(destination(descriptor), level);
  const readable = pretty({
    colorize: process[output].isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    sync: true,
    destination: descriptor,
  });
  return pino(shared(level), readable);
}

/** JSON lines for machines, to anywhere. */
export function createLogTo(stream: DestinationStream, level: LogLevel): Log {
  return pino({ ...shared(level), timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
