import { type DestinationStream, destination, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = import('pino').Logger;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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
  return pino({ level, base: null }, readable);
}

/** JSON lines for machines, to anywhere. */
export function createLogTo(stream: DestinationStream, level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
