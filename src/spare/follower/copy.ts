import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { makeFolder, removePath, renamePath, syncToDisk } from '#platform/files/files.ts';
import { storeJson } from '#platform/files/stored-json.ts';
import {
  followFrames,
  frameHeadBytes,
  getPositionBeforeFrames,
  headBytes,
  type LogHead,
  type LogPosition,
  readHead,
} from '../wal-frames.ts';

const CopyState = v.strictObject({
  /** The log that belongs to the database's file. */
  log: v.string(),
  /** The log was received completely and is being checkpointed; this is the next one. */
  nextLog: v.optional(v.string()),
  /** Whether the copy has ever caught up since its base. Only then is it a consistent database. */
  isComplete: v.boolean(),
});
type CopyState = v.InferOutput<typeof CopyState>;

/** The received bytes don't continue the copy. */
export class LogMismatch extends Error {
  constructor() {
    super('the log that arrived does not continue the one that is here');
    this.name = 'LogMismatch';
  }
}

/** A database that follows another one by applying its log. */
export interface Copy {
  readonly databaseFile: string;
  readonly isComplete: boolean;
  /** The position that the copy has reached. */
  readonly place: LogPosition;
  /** Adds bytes of the log; once this returns, they survive a power cut. Throws LogMismatch, with nothing added. */
  append(bytes: Buffer): void;
  /**
   * Ends the current log and begins the next one next to it, while the current one is checkpointed. Waits only while
   * the log before it is still being checkpointed. Throws that one's failure, such as a full disk.
   */
  endLog(nextLog: string): Promise<void>;
  /** Resolves once no log is being checkpointed. */
  settle(): Promise<void>;
  /** Writes the current state of the copy into a folder, as a database. */
  takeSnapshot(folder: string): Promise<void>;
  markComplete(): void;
}

/** Checkpoints the log of a database. */
export type MoveLog = (databaseFile: string) => Promise<void>;

const databaseName = 'gangway.sqlite';
const getFactsFile = (folder: string): string => join(folder, 'copy.json');

/** The database file of a copy. */
export const getCopyFile = (folder: string): string => join(folder, databaseName);

/** The next log, received while the current one is being checkpointed. */
const getNextLogFile = (folder: string): string => `${getCopyFile(folder)}-next`;

/** Marks the database file in `folder` as a copy that continues with `log`, and deletes leftovers of an earlier copy. */
export function beginCopy(folder: string, log: string): void {
  removePath(`${getCopyFile(folder)}-wal`);
  removePath(`${getCopyFile(folder)}-shm`);
  removePath(getNextLogFile(folder));
  saveFacts(folder, { log, isComplete: false });
}

/** Opens a copy as the last run left it; undefined if there is none or it can't be continued. */
export function openCopy(folder: string, move: MoveLog = moveLogInThisProcess): Copy | undefined {
  const databaseFile = getCopyFile(folder);
  const logFile = `${databaseFile}-wal`;
  const nextLogFile = getNextLogFile(folder);
  const stored = readFacts(folder);
  if (!stored || !existsSync(databaseFile)) return undefined;
  let facts = stored;
  if (facts.nextLog !== undefined) moveLogIntoDatabase(databaseFile);
  useNextLog();
  const found = readLog(logFile, facts.log);
  if (!found) return undefined;
  let { head, place } = found;
  let moving: Promise<void> | undefined;
  let copying: Promise<void> | undefined;

  /** The log was checkpointed: the received part of the next one replaces it. */
  function useNextLog(): void {
    if (facts.nextLog !== undefined) {
      facts = { log: facts.nextLog, isComplete: facts.isComplete };
      saveFacts(folder, facts);
    }
    if (existsSync(nextLogFile)) renamePath(nextLogFile, logFile);
  }

  async function finishLog(): Promise<void> {
    await copying?.catch(() => {});
    await move(databaseFile);
    useNextLog();
    moving = undefined;
  }

  async function copyFiles(target: string): Promise<void> {
    await copyFile(databaseFile, getCopyFile(target), constants.COPYFILE_FICLONE);
    if (existsSync(logFile)) await copyFile(logFile, `${getCopyFile(target)}-wal`, constants.COPYFILE_FICLONE);
  }

  return {
    databaseFile,
    get place() {
      return place;
    },
    get isComplete() {
      return facts.isComplete;
    },
    append(bytes) {
      const [nextHead, end] = parseNextBytes(bytes, head, place);
      writeAt(facts.nextLog === undefined ? logFile : nextLogFile, bytes, place.offset);
      [head, place] = [nextHead, end];
    },
    async endLog(nextLog) {
      await moving;
      facts = { log: place.log, nextLog, isComplete: facts.isComplete };
      saveFacts(folder, facts);
      [head, place] = [undefined, getStartOfLog(nextLog)];
      moving = finishLog();
      // The caller that waits for it handles its failure.
      moving.catch(() => {});
    },
    async settle() {
      await moving;
    },
    async takeSnapshot(target) {
      await moving;
      copying = copyFiles(target);
      await copying;
    },
    markComplete() {
      if (facts.isComplete) return;
      facts = { ...facts, isComplete: true };
      saveFacts(folder, facts);
    },
  };
}

/** Reads new bytes of a log from a position on. Throws LogMismatch if they don't continue it. */
function parseNextBytes(bytes: Buffer, head: LogHead | undefined, place: LogPosition): [LogHead, LogPosition] {
  const isFirst = place.offset === 0;
  const nextHead = isFirst ? readHead(bytes) : head;
  if (nextHead?.log !== place.log) throw new LogMismatch();
  const from = isFirst ? getPositionBeforeFrames(nextHead) : place;
  const end = followFrames(isFirst ? bytes.subarray(headBytes) : bytes, nextHead, from);
  if (end.offset !== place.offset + bytes.length) throw new LogMismatch();
  return [nextHead, end];
}

const getStartOfLog = (log: string): LogPosition => ({ log, offset: 0, checksum: [0, 0] });

/** Reads the log as far as it's complete; undefined for the log of another database. */
function readLog(file: string, log: string): { head: LogHead | undefined; place: LogPosition } | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const descriptor = size < headBytes ? undefined : openSync(file, 'r');
  if (descriptor === undefined) return { head: undefined, place: getStartOfLog(log) };
  try {
    const head = readHead(readPart(descriptor, 0, headBytes));
    if (!head) return { head: undefined, place: getStartOfLog(log) };
    return head.log === log ? { head, place: followLog(descriptor, head) } : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function followLog(descriptor: number, head: LogHead): LogPosition {
  const step = 256 * (frameHeadBytes + head.pageSize);
  let place = getPositionBeforeFrames(head);
  for (;;) {
    const end = followFrames(readPart(descriptor, place.offset, step), head, place);
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
  if (isNew) syncToDisk(dirname(file));
}

/**
 * Lets SQLite itself recover the log, as after a crash, and checkpoint it; the last connection deletes it. No other
 * process may open it meanwhile: one that comes late with the previous log would delete the next one. Throws
 * SQLITE_BUSY in that case.
 */
export function moveLogIntoDatabase(file: string): void {
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.close();
  }
}

/** Whether a folder holds a copy that was a consistent database at least once. Safe while another program follows. */
export const isCopyComplete = (folder: string): boolean => readFacts(folder)?.isComplete === true;

const moveLogInThisProcess: MoveLog = async (file) => moveLogIntoDatabase(file);

function readFacts(folder: string): CopyState | undefined {
  const file = getFactsFile(folder);
  if (!existsSync(file)) return undefined;
  const read = v.safeParse(CopyState, JSON.parse(readFileSync(file, 'utf8')));
  return read.success ? read.output : undefined;
}

function saveFacts(folder: string, facts: CopyState): void {
  makeFolder(folder);
  storeJson(getFactsFile(folder), facts);
}
