import { fstatSync, openSync, readSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { Database } from '#db/open.ts';
import {
  type FrameHead,
  frameHeadBytes,
  getPositionBeforeFrames,
  headBytes,
  isSame,
  type LogHead,
  type LogOffset,
  type LogPosition,
  readFrameHead,
  readHead,
} from '../wal-frames.ts';

/** The bytes of a log after a position. */
export interface LogChunk {
  readonly bytes: Buffer;
  /** The position after the bytes. */
  readonly end: LogPosition;
  /** The name of the next log, if this one ends after the bytes. */
  readonly nextLog: string | undefined;
}

/** The log of a database in use, read alongside SQLite, never beyond the last commit. */
export interface LogSource {
  /** Reads the log up to the last commit; undefined while there is no log. */
  follow(): LogPosition | undefined;
  /** Returns up to this many bytes after a position; undefined if the position isn't in the log, or no longer. */
  readAfter(place: LogPosition, maxBytes: number): LogChunk | undefined;
  /** Counts the committed bytes after a position; undefined for an unknown position. */
  countAfter(place: LogOffset): number | undefined;
  /** Bytes committed to the current log, and to all logs since this began. */
  readonly size: number;
  readonly total: number;
  /**
   * Checkpoints the log so that it can restart, and keeps the part after the position in memory. Returns at once if
   * that's
   * more than `maxKeptBytes`, or if another program is writing.
   */
  checkpoint(place: LogPosition, maxKeptBytes: number): void;
}

interface CurrentLog {
  readonly head: LogHead;
  readonly committed: LogPosition;
}

/** A log that has been checkpointed completely, with its last bytes. */
interface EndedLog {
  readonly head: LogHead;
  readonly end: LogPosition;
  readonly tail: Buffer;
}

/**
 * Reads the log of an open database. The log's file is opened once: SQLite holds no locks on it that closing would
 * release.
 */
export function createLogSource(db: Database): LogSource {
  const file = createLogFile(`${db.file}-wal`);
  const { read } = file;
  const countFrames = prepareFrameCount(db.sqlite);
  let current: CurrentLog | undefined;
  /** Set between a complete checkpoint and the next write, which begins a new log. */
  let ending: EndedLog | undefined;
  let previous: EndedLog | undefined;
  let total = 0;

  function follow(): LogPosition | undefined {
    // Counted before the header is read, so that frames of one log are never taken for those of the next.
    const frames = countFrames();
    file.open();
    const head = readHead(read(0, headBytes));
    if (!head) return undefined;
    if (head.log !== current?.head.log) beginLog(head);
    const { committed } = current ?? { committed: getPositionBeforeFrames(head) };
    const next = findPositionAfterFrames(read, head, frames) ?? committed;
    total += next.offset - committed.offset;
    if (ending && next.offset > ending.end.offset) ending = undefined;
    current = { head, committed: next };
    return next;
  }

  function beginLog(head: LogHead): void {
    previous = ending;
    ending = undefined;
    current = { head, committed: getPositionBeforeFrames(head) };
    total += headBytes;
  }

  function readAfter(place: LogPosition, maxBytes: number): LogChunk | undefined {
    if (previous && current && place.log === previous.end.log) {
      return readTail(previous, place, current.head.log, maxBytes);
    }
    if (!current || !isPositionInLog(read, place, current)) return undefined;
    const length = limitToFrames(current.committed.offset - place.offset, maxBytes, place, current.head);
    return buildChunk(read(place.offset, length), place, current.head);
  }

  const countAfter = (place: LogOffset) => current && countBehind(place, current, previous);

  return {
    follow,
    readAfter,
    countAfter,
    get size() {
      return current?.committed.offset ?? 0;
    },
    get total() {
      return total;
    },
    checkpoint(place, maxKeptBytes) {
      withWriteLock(db, () => {
        const end = follow();
        const kept = end && countAfter(place);
        if (!end || !current || kept === undefined || kept > maxKeptBytes || place.log !== end.log) return;
        // It was checkpointed before, and nothing was written since.
        if (ending && kept <= ending.tail.length) return;
        const tail = read(place.offset, kept);
        if (checkpointCompletely(db.sqlite)) ending = { head: current.head, end, tail };
      });
    },
  };
}

/** Reads up to `length` bytes. */
type Read = (from: number, length: number) => Buffer;

/**
 * Counts the committed frames of the log as SQLite itself does, including those of commands. The disk may not have the
 * last ones yet: if the server loses power, the spare is ahead of it, and copies the whole database again.
 */
function prepareFrameCount(sqlite: Sqlite.Database): () => number {
  const check = sqlite
    .prepare<[], [busy: number, log: number, checkpointed: number]>('PRAGMA wal_checkpoint(NOOP)')
    .raw();
  // A request from a spare that lost its connection may outlive the database.
  return () => (sqlite.open ? (check.get()?.[1] ?? 0) : 0);
}

/** Returns the position after this many frames; undefined while the log doesn't have them. */
function findPositionAfterFrames(read: Read, head: LogHead, frames: number): LogPosition | undefined {
  const offset = headBytes + frames * getFrameBytes(head);
  const frame = readFrameBefore(read, head, offset);
  return frame?.log === head.log && frame.endsTransaction
    ? { log: head.log, offset, checksum: frame.checksum }
    : undefined;
}

function readFrameBefore(read: Read, head: LogHead, offset: number): FrameHead | undefined {
  const start = offset - getFrameBytes(head);
  return start < headBytes ? undefined : readFrameHead(read(start, frameHeadBytes));
}

function countBehind(place: LogOffset, { head, committed }: CurrentLog, previous?: EndedLog): number | undefined {
  if (place.log === head.log) return committed.offset - place.offset;
  if (place.log === previous?.end.log) return previous.end.offset - place.offset + committed.offset;
  return undefined;
}

/** Whether this is a position of the log. Its checksum proves that everything before it is the same. */
function isPositionInLog(read: Read, { log, offset, checksum }: LogPosition, { head, committed }: CurrentLog): boolean {
  if (log !== head.log || offset > committed.offset) return false;
  if (offset === 0) return true;
  if (offset === headBytes) return isSame(checksum, head.checksum);
  const frame = readFrameBefore(read, head, offset);
  return frame !== undefined && isSame(frame.checksum, checksum);
}

function readTail(
  { head, end, tail }: EndedLog,
  place: LogPosition,
  nextLog: string,
  maxBytes: number,
): LogChunk | undefined {
  const from = tail.length - (end.offset - place.offset);
  if (from < 0 || from > tail.length) return undefined;
  const bytes = tail.subarray(from, from + limitToFrames(tail.length - from, maxBytes, place, head));
  const hasEnded = from + bytes.length === tail.length;
  return buildChunk(bytes, place, head, hasEnded ? nextLog : undefined);
}

function buildChunk(bytes: Buffer, place: LogPosition, head: LogHead, nextLog?: string): LogChunk {
  const frameBytes = getFrameBytes(head);
  const last = bytes.length < frameBytes ? undefined : readFrameHead(bytes.subarray(-frameBytes));
  const checksum = last?.checksum ?? (place.offset === 0 ? head.checksum : place.checksum);
  return { bytes, end: { log: place.log, offset: place.offset + bytes.length, checksum }, nextLog };
}

/** Returns how many of the bytes after a position to send at once: whole frames, after the header of a new log. */
function limitToFrames(rest: number, maxBytes: number, { offset }: LogPosition, head: LogHead): number {
  return rest <= maxBytes ? rest : alignToFrames(maxBytes, head) + (offset === 0 ? headBytes : 0);
}

const getFrameBytes = ({ pageSize }: LogHead): number => frameHeadBytes + pageSize;

/** Only whole frames: the other machine checks them as they arrive. */
function alignToFrames(bytes: number, head: LogHead): number {
  const frame = getFrameBytes(head);
  return Math.max(frame, bytes - (bytes % frame));
}

/** Takes the write lock with its own connection, without waiting for it. */
function withWriteLock(db: Database, work: () => void): void {
  const guard = new Sqlite(db.file, { timeout: 0 });
  try {
    guard.exec('BEGIN IMMEDIATE');
    work();
    guard.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
  } finally {
    guard.close();
  }
}

/** Whether the whole log was checkpointed. A reader of an older state may hold back part of it. */
function checkpointCompletely(sqlite: Sqlite.Database): boolean {
  const [result] = sqlite.pragma('wal_checkpoint(PASSIVE)') as { busy: number; log: number; checkpointed: number }[];
  return result !== undefined && result.busy === 0 && result.log === result.checkpointed;
}

/** The file of a log, which may not exist yet. */
interface LogFile {
  /** Opens the file; opens it again if it was deleted or replaced meanwhile. */
  open(): void;
  readonly read: Read;
}

function createLogFile(file: string): LogFile {
  let opened: number | undefined;
  return {
    read(from, length) {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, opened === undefined ? 0 : readSync(opened, bytes, 0, length, from));
    },
    open() {
      if (opened !== undefined && fstatSync(opened).nlink === 0) opened = undefined;
      if (opened === undefined && statSync(file, { throwIfNoEntry: false })) opened = openSync(file, 'r');
    },
  };
}
