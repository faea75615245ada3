import { pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = import('pino').Logger;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines for machines, or lines for people; both to standard output. */
export function createLog(level: LogLevel, form: 'json' | 'readable'): Log {
  if (form === 'json') return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const readable = pretty({ colorize: process.stdout.isTTY === true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true });
  return pino({ level, base: null }, readable);
}
