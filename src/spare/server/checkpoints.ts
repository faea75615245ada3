import type { Database } from '#db/open.ts';
import type { LogSource } from './log-source.ts';
import type { Session } from './session.ts';

const mebibyte = 1024 * 1024;
const bytesBeforeCheckpoint = 4 * mebibyte;
/** The end of a log that the spare doesn't have yet is held in memory, up to this size. */
const maxBufferedBytes = 8 * mebibyte;
/** A spare that lags further than this copies the whole database again; one that is comparing it may take longer. */
const maxBytesForLaggingSpare = 256 * mebibyte;
const maxBytesForBase = 1024 * mebibyte;
/** Waits for an absent spare, but not so long that reads become slow. */
const maxBytesForAbsentSpare = 64 * mebibyte;
const absentAfterMilliseconds = 60_000;

type Follower = Pick<Session, 'safe' | 'isTakingBase' | 'seenAt'>;

/**
 * Checkpoints the log when it has grown, in step with the spare: a log may restart only when the spare has all of it or
 * the rest is in memory. Returns whether the spare was abandoned, so that it needs a new base.
 */
export function checkpointWithSpare(
  db: Pick<Database, 'checkpoint'>,
  source: Pick<LogSource, 'size' | 'checkpoint' | 'countAfter'>,
  session: Follower | undefined,
  now: number,
): boolean {
  const { size } = source;
  if (size < bytesBeforeCheckpoint) return false;
  const { safe } = session ?? {};
  if (safe) source.checkpoint(safe, maxBufferedBytes);
  if (size < getMaxBytes(session, now)) return false;
  const isUnknown = !safe || (source.countAfter(safe) ?? Number.POSITIVE_INFINITY) > maxBufferedBytes;
  if (isUnknown) db.checkpoint();
  return isUnknown;
}

function getMaxBytes(session: Follower | undefined, now: number): number {
  if (session?.isTakingBase) return maxBytesForBase;
  return session && now - session.seenAt < absentAfterMilliseconds ? maxBytesForLaggingSpare : maxBytesForAbsentSpare;
}
