import { fstatSync, openSync, readSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { Database } from '#db/open.ts';
import {
  type FrameHead,
  frameHeadBytes,
  headBytes,
  isSame,
  type LogHead,
  type LogOffset,
  type LogPlace,
  placeBeforeFrames,
  readFrameHead,
  readHead,
} from '../wal-frames.ts';

/** Bytes of a log that follow a place. */
export interface LogPiece {
  readonly bytes: Buffer;
  /** The place behind the bytes. */
  readonly end: LogPlace;
  /** Set where the log has ended behind the bytes: the name of the next. */
  readonly nextLog: string | undefined;
}

/** The log of a database that is in use, read beside SQLite: never longer than what is committed. */
export interface LogSource {
  /** Follows the log to the end of what is committed; undefined while there is no log. */
  follow(): LogPlace | undefined;
  /** What follows a place, at most so many bytes; undefined for a place that is not, or no more, one of the log's. */
  readAfter(place: LogPlace, maxBytes: number): LogPiece | undefined;
  /** Bytes that are committed and lie behind a place; undefined for an unknown place. */
  countAfter(place: LogOffset): number | undefined;
  /** Bytes committed to the present log, and to all since this began to follow. */
  readonly size: number;
  readonly total: number;
  /**
   * Moves the log into the database, so that it can begin anew, and keeps what lies behind `place` in memory. Returns at
   * once where that is more than `maxKeptBytes`, or where somebody else is writing.
   */
  checkpoint(place: LogPlace, maxKeptBytes: number): void;
}

interface CurrentLog {
  readonly head: LogHead;
  readonly committed: LogPlace;
}

/** A log that has been moved into the database whole, with the last of its bytes. */
interface EndedLog {
  readonly head: LogHead;
  readonly end: LogPlace;
  readonly tail: Buffer;
}

/** Follows the log of an open database. The log's file is opened once: SQLite holds no locks on it that closing would end. */
export function createLogSource(db: Database): LogSource {
  const file = createLogFile(`${db.file}-wal`);
  const { read } = file;
  const countFrames = prepareFrameCount(db.sqlite);
  let current: CurrentLog | undefined;
  /** Set between a whole checkpoint and the next write, which begins a new log. */
  let ending: EndedLog | undefined;
  let previous: EndedLog | undefined;
  let total = 0;

  function follow(): LogPlace | undefined {
    // Counted before the head is read: frames of one log are never taken for those of the next.
    const frames = countFrames();
    file.open();
    const head = readHead(read(0, headBytes));
    if (!head) return undefined;
    if (head.log !== current?.head.log) beginLog(head);
    const { committed } = current ?? { committed: placeBeforeFrames(head) };
    const next = findPlaceAfter(read, head, frames) ?? committed;
    total += next.offset - committed.offset;
    if (ending && next.offset > ending.end.offset) ending = undefined;
    current = { head, committed: next };
    return next;
  }

  function beginLog(head: LogHead): void {
    previous = ending;
    ending = undefined;
    current = { head, committed: placeBeforeFrames(head) };
    total += headBytes;
  }

  function readAfter(place: LogPlace, maxBytes: number): LogPiece | undefined {
    if (previous && current && place.log === previous.end.log) {
      return readTail(previous, place, current.head.log, maxBytes);
    }
    if (!current || !isIn(read, place, current)) return undefined;
    const length = limitToFrames(current.committed.offset - place.offset, maxBytes, place, current.head);
    return describePiece(read(place.offset, length), place, current.head);
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
      whileDatabaseIsQuiet(db, () => {
        const end = follow();
        const kept = end && countAfter(place);
        if (!end || !current || kept === undefined || kept > maxKeptBytes || place.log !== end.log) return;
        // It was moved before, and nothing was written since.
        if (ending && kept <= ending.tail.length) return;
        const tail = read(place.offset, kept);
        if (checkpointWhole(db.sqlite)) ending = { head: current.head, end, tail };
      });
    },
  };
}

/** Reads up to `length` bytes. */
type Read = (from: number, length: number) => Buffer;

/**
 * How many frames of the log are committed, as SQLite itself counts them, commits of commands beside the service too. It
 * counts none before the disk has it, but what nobody sees yet (`transactWithoutSync`): there the spare may be ahead of a box
 * that loses power, and takes a new base.
 */
function prepareFrameCount(sqlite: Sqlite.Database): () => number {
  const check = sqlite
    .prepare<[], [busy: number, log: number, checkpointed: number]>('PRAGMA wal_checkpoint(NOOP)')
    .raw();
  // A question of a spare that was cut off may outlive the database.
  return () => (sqlite.open ? (check.get()?.[1] ?? 0) : 0);
}

/** The place after so many frames; undefined while the log does not have them. */
function findPlaceAfter(read: Read, head: LogHead, frames: number): LogPlace | undefined {
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

/** Is this a place of the log? Its checksum proves that everything before it is the same. */
function isIn(read: Read, { log, offset, checksum }: LogPlace, { head, committed }: CurrentLog): boolean {
  if (log !== head.log || offset > committed.offset) return false;
  if (offset === 0) return true;
  if (offset === headBytes) return isSame(checksum, head.checksum);
  const frame = readFrameBefore(read, head, offset);
  return frame !== undefined && isSame(frame.checksum, checksum);
}

function readTail(
  { head, end, tail }: EndedLog,
  place: LogPlace,
  nextLog: string,
  maxBytes: number,
): LogPiece | undefined {
  const from = tail.length - (end.offset - place.offset);
  if (from < 0 || from > tail.length) return undefined;
  const bytes = tail.subarray(from, from + limitToFrames(tail.length - from, maxBytes, place, head));
  const hasEnded = from + bytes.length === tail.length;
  return describePiece(bytes, place, head, hasEnded ? nextLog : undefined);
}

function describePiece(bytes: Buffer, place: LogPlace, head: LogHead, nextLog?: string): LogPiece {
  const frameBytes = getFrameBytes(head);
  const last = bytes.length < frameBytes ? undefined : readFrameHead(bytes.subarray(-frameBytes));
  const checksum = last?.checksum ?? (place.offset === 0 ? head.checksum : place.checksum);
  return { bytes, end: { log: place.log, offset: place.offset + bytes.length, checksum }, nextLog };
}

/** How many of the bytes that follow a place are sent at once: whole frames, after the head of a log that begins. */
function limitToFrames(rest: number, maxBytes: number, { offset }: LogPlace, head: LogHead): number {
  return rest <= maxBytes ? rest : alignToFrames(maxBytes, head) + (offset === 0 ? headBytes : 0);
}

const getFrameBytes = ({ pageSize }: LogHead): number => frameHeadBytes + pageSize;

/** Only whole frames: the other machine checks them as they come. */
function alignToFrames(bytes: number, head: LogHead): number {
  const frame = getFrameBytes(head);
  return Math.max(frame, bytes - (bytes % frame));
}

/** Holds the right to write, by a connection of its own, without waiting for it. */
function whileDatabaseIsQuiet(db: Database, work: () => void): void {
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

/** Was all of the log moved into the database? Somebody who reads an older state may hold some of it back. */
function checkpointWhole(sqlite: Sqlite.Database): boolean {
  const [result] = sqlite.pragma('wal_checkpoint(PASSIVE)') as { busy: number; log: number; checkpointed: number }[];
  return result !== undefined && result.busy === 0 && result.log === result.checkpointed;
}

/** The file of a log, which may not be there yet. */
interface LogFile {
  /** Looks for it, and whether it is still the same. */
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
