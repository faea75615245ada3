/** The running checksum of SQLite's write-ahead log: two numbers of 32 bits. */
export type Checksum = [number, number];

/** The header of a log; the salts identify the log, because every reset changes them. */
export interface LogHead {
  readonly log: string;
  readonly pageSize: number;
  readonly checksum: Checksum;
}

/** A position in a log, after a whole frame. */
export interface LogOffset {
  readonly log: string;
  /** Bytes from the beginning of the file. */
  readonly offset: number;
}

/** A position with the checksum that proves everything before it. */
export interface LogPosition extends LogOffset {
  readonly checksum: Checksum;
}

export const headBytes = 32;
export const frameHeadBytes = 24;

/** Logs from little-endian machines; every machine that runs this program is one. */
const lowByteFirst = 0x377f0682;

/** Reads the first bytes of a log; undefined if there is no log yet, or its header is damaged. */
export function readHead(bytes: Buffer): LogHead | undefined {
  if (bytes.length < headBytes || bytes.readUInt32BE(0) !== lowByteFirst) return undefined;
  const checksum = computeChecksum(bytes, 0, 24, [0, 0]);
  if (!isSame(checksum, readChecksum(bytes, 24))) return undefined;
  return { log: readSalts(bytes, 16), pageSize: bytes.readUInt32BE(8), checksum };
}

/** The position before the first frame. */
export const getPositionBeforeFrames = ({ log, checksum }: LogHead): LogPosition => ({
  log,
  offset: headBytes,
  checksum,
});

/**
 * Reads the frames of a log from a position on; `bytes` begins there. Stops at the first frame that is incomplete or
 * belongs to an earlier log.
 */
export function followFrames(bytes: Buffer, { log, pageSize }: LogHead, from: LogPosition): LogPosition {
  const frameBytes = frameHeadBytes + pageSize;
  let end = from;
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    if (readSalts(bytes, at + 8) !== log) break;
    const checksum = computeChecksum(bytes, at + frameHeadBytes, pageSize, computeChecksum(bytes, at, 8, end.checksum));
    if (!isSame(checksum, readChecksum(bytes, at + 16))) break;
    end = { log, offset: end.offset + frameBytes, checksum };
  }
  return end;
}

/** The header of a frame. */
export interface FrameHead {
  /** Identifies its log. */
  readonly log: string;
  readonly endsTransaction: boolean;
  /** Proves the frame and everything before it. */
  readonly checksum: Checksum;
}

/** Reads the header of a frame; undefined if it's incomplete. */
export function readFrameHead(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < frameHeadBytes) return undefined;
  // Only the last frame of a transaction has the size of the database after it.
  return { log: readSalts(bytes, 8), endsTransaction: bytes.readUInt32BE(4) !== 0, checksum: readChecksum(bytes, 16) };
}

export const isSame = (one: Checksum, other: Checksum): boolean => one[0] === other[0] && one[1] === other[1];

const readSalts = (bytes: Buffer, at: number): string => bytes.toString('hex', at, at + 8);

const readChecksum = (bytes: Buffer, at: number): Checksum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];

/** Computed as SQLite does: over pairs of words, adding each to the sum. */
function computeChecksum(bytes: Buffer, from: number, length: number, [first, second]: Checksum): Checksum {
  const words = readWords(bytes, from, length);
  let [one, two] = [first | 0, second | 0];
  for (let at = 0; at < words.length; at += 2) {
    one = (one + (words[at] ?? 0) + two) | 0;
    two = (two + (words[at + 1] ?? 0) + one) | 0;
  }
  return [one >>> 0, two >>> 0];
}

/** Returns the bytes as words of this machine; copies them only if they aren't aligned. */
function readWords(bytes: Buffer, from: number, length: number): Int32Array {
  const start = bytes.byteOffset + from;
  if (start % 4 === 0) return new Int32Array(bytes.buffer, start, length / 4);
  const copy = new Uint8Array(bytes.subarray(from, from + length));
  return new Int32Array(copy.buffer, 0, length / 4);
}
