import type { Log } from '#platform/log.ts';
import type { LogPlace } from '../log/frames.ts';
import type { Session } from './session.ts';

/** Tells the log when answers begin to wait for the spare, and when they no more do. */
export function reportWaiting(log: Log, isOn: boolean): void {
  if (isOn) log.info('answers wait for the disk of the spare');
  else log.warn('the spare has confirmed nothing for two seconds: answers no longer wait for it');
}

/** A session in lines for people; `now` is by the steady clock. */
export function describeSession(
  { peer, since, safe, isTakingBase, seenAt }: Session,
  now: number,
  countAfter: (place: LogPlace) => number | undefined,
): string[] {
  const seconds = Math.round((now - seenAt) / 1000);
  const lag = safe && countAfter(safe);
  return [
    `spare ${peer}, following since ${since.toISOString()}, last heard of ${seconds} s ago`,
    isTakingBase || lag === undefined ? 'it is taking a base' : `${lag} bytes behind`,
  ];
}
