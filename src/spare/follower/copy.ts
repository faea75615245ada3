import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { syncToDisk } from '#platform/files.ts';
import {
  frameHeadBytes,
  headBytes,
  type LogHead,
  type LogPlace,
  placeBeforeFrames,
  readHead,
  scanFrames,
} from '../log/frames.ts';

const Facts = v.strictObject({
  /** The log that belongs to the database's file. */
  log: v.string(),
  /** The log was received whole and is being moved into the file; this is the next. */
  nextLog: v.optional(v.string()),
  /** Has the copy ever caught up since its base? Only then it is a database of one moment. */
  isComplete: v.boolean(),
});
type Facts = v.InferOutput<typeof Facts>;

/** What arrived is not the continuation of what is there. */
export class BrokenLog extends Error {
  constructor() {
    super('the log that arrived does not continue the one that is here');
    this.name = 'BrokenLog';
  }
}

/** A database that follows another one by its log. */
export interface Copy {
  readonly databaseFile: string;
  readonly isComplete: boolean;
  /** Where it has arrived. */
  readonly place: LogPlace;
  /** Adds bytes of the log; when this returns they survive a power cut. Throws BrokenLog, with nothing added. */
  append(bytes: Buffer): void;
  /** Ends the present log: it is moved into the database, and the next one begins. */
  endLog(nextLog: string): void;
  markComplete(): void;
}

const databaseName = 'gangway.sqlite';
const getFactsFile = (folder: string): string => join(folder, 'copy.json');

/** Where the database of a copy lies. */
export const getCopyFile = (folder: string): string => join(folder, databaseName);

/** Begins a copy whose base lies in its folder. */
export function beginCopy(folder: string, log: string): void {
  rmSync(`${getCopyFile(folder)}-wal`, { force: true });
  rmSync(`${getCopyFile(folder)}-shm`, { force: true });
  saveFacts(folder, { log, isComplete: false });
}

/** Opens a copy as the last run left it; undefined where there is none, or one that cannot be continued. */
export function openCopy(folder: string): Copy | undefined {
  const databaseFile = getCopyFile(folder);
  const logFile = `${databaseFile}-wal`;
  let facts = readFacts(folder);
  if (!facts || !existsSync(databaseFile)) return undefined;
  if (facts.nextLog !== undefined) facts = moveLog(facts.nextLog, facts.isComplete);
  const found = readLog(logFile, facts.log);
  if (!found) return undefined;
  let { head, place } = found;

  function moveLog(nextLog: string, isComplete: boolean): Facts {
    moveLogIntoDatabase(databaseFile);
    const next = { log: nextLog, isComplete };
    saveFacts(folder, next);
    return next;
  }

  function append(bytes: Buffer): void {
    let frames = bytes;
    let [nextHead, from] = [head, place];
    if (place.offset === 0) {
      nextHead = readHead(bytes);
      if (nextHead?.log !== place.log) throw new BrokenLog();
      from = placeBeforeFrames(nextHead);
      frames = bytes.subarray(headBytes);
    }
    if (!nextHead) throw new BrokenLog();
    const { end } = scanFrames(frames, nextHead, from);
    if (end.offset !== place.offset + bytes.length) throw new BrokenLog();
    writeAt(logFile, bytes, place.offset);
    [head, place] = [nextHead, end];
  }

  return {
    databaseFile,
    append,
    get place() {
      return place;
    },
    get isComplete() {
      return facts?.isComplete ?? false;
    },
    endLog(nextLog) {
      const isComplete = facts?.isComplete ?? false;
      saveFacts(folder, { log: place.log, nextLog, isComplete });
      facts = moveLog(nextLog, isComplete);
      [head, place] = [undefined, startOf(nextLog)];
    },
    markComplete() {
      if (facts?.isComplete) return;
      facts = { log: place.log, isComplete: true };
      saveFacts(folder, facts);
    },
  };
}

const startOf = (log: string): LogPlace => ({ log, offset: 0, checksum: [0, 0] });

/** Follows the log as far as it is whole; undefined for the log of something else. */
function readLog(file: string, log: string): { head: LogHead | undefined; place: LogPlace } | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const descriptor = size < headBytes ? undefined : openSync(file, 'r');
  if (descriptor === undefined) return { head: undefined, place: startOf(log) };
  try {
    const head = readHead(readPart(descriptor, 0, headBytes));
    if (!head) return { head: undefined, place: startOf(log) };
    return head.log === log ? { head, place: followLog(descriptor, head) } : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function followLog(descriptor: number, head: LogHead): LogPlace {
  const step = 256 * (frameHeadBytes + head.pageSize);
  let place = placeBeforeFrames(head);
  for (;;) {
    const { end } = scanFrames(readPart(descriptor, place.offset, step), head, place);
    if (end.offset === place.offset) return place;
    place = end;
  }
}

function readPart(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from));
}

function writeAt(file: string, bytes: Buffer, at: number): void {
  const isNew = !existsSync(file);
  const descriptor = openSync(file, isNew ? 'w' : 'r+', 0o600);
  try {
    for (let done = 0; done < bytes.length; )
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Lets SQLite itself read the log, as after a crash, and move it into the file; the last connection deletes it. */
export function moveLogIntoDatabase(file: string): void {
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.close();
  }
}

function readFacts(folder: string): Facts | undefined {
  const file = getFactsFile(folder);
  if (!existsSync(file)) return undefined;
  const read = v.safeParse(Facts, JSON.parse(readFileSync(file, 'utf8')));
  return read.success ? read.output : undefined;
}

function saveFacts(folder: string, facts: Facts): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = getFactsFile(folder);
  writeFileSync(`${file}.draft`, JSON.stringify(facts), { mode: 0o600, flush: true });
  renameSync(`${file}.draft`, file);
  syncToDisk(folder);
}
