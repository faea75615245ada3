import type { LogOffset, LogPosition } from '../wal-frames.ts';
import { type Compressor, createCompressor } from '../wire/compression.ts';
import type { LogChunk, LogSource } from './log-source.ts';
import type { Session } from './session.ts';
import type { SpareWait } from './waiting.ts';

/** A compressed part of the log, ready to send. */
export interface LogMessage {
  readonly compressed: Buffer;
  /** Number of bytes when decompressed. */
  readonly bytes: number;
  /** Whether it's the first of a stream. */
  readonly beginsStream: boolean;
  /** The name of the next log, if this one ends after these bytes. */
  readonly nextLog: string | undefined;
  /** The position that the spare requests once it has them. */
  readonly end: LogPosition;
}

/** The stream that the messages of a session belong to. */
export interface LogStream {
  readonly compressor: Compressor;
  /** The spare has all of the stream once it requests this position; undefined while a message is being made. */
  end: LogOffset | undefined;
}

const maxMessageBytes = 2 * 1024 * 1024;
/** Read and compressed in one step. */
const maxChunkBytes = 512 * 1024;

/** Returns the log after a position, as far as it may be sent by now. */
export function readSendableLog(source: LogSource, waiting: SpareWait, place: LogPosition): LogChunk | undefined {
  const behind = source.countAfter(place) ?? 0;
  const sendable = Math.max(0, waiting.countSendable() - (source.total - behind));
  if (sendable === 0 && behind > 0) return { bytes: Buffer.alloc(0), end: place, nextLog: undefined };
  return source.readAfter(place, Math.min(maxChunkBytes, sendable));
}

/** Compresses a piece and what `readNext` returns after it: one message costs the server less than several. */
export async function compressLog(
  first: LogChunk,
  place: LogPosition,
  asking: Pick<Session, 'stream'>,
  readNext: (place: LogPosition) => LogChunk | undefined,
): Promise<LogMessage> {
  let { bytes, end, nextLog } = describeEnd(first);
  const continued = hasAllUpTo(asking.stream, place) ? asking.stream : undefined;
  if (bytes === 0) {
    if (continued) continued.end = end;
    return { compressed: Buffer.alloc(0), bytes, beginsStream: false, end, nextLog };
  }
  const stream = continued ?? beginStream(asking);
  stream.end = undefined;
  await stream.compressor.write(first.bytes);
  while (bytes < maxMessageBytes && nextLog === undefined) {
    const piece = readNext(end);
    if (!piece || piece.bytes.length === 0) break;
    await stream.compressor.write(piece.bytes);
    const next = describeEnd(piece);
    bytes += next.bytes;
    ({ end, nextLog } = next);
  }
  const compressed = await stream.compressor.flush();
  stream.end = end;
  return { compressed, bytes, beginsStream: !continued, end, nextLog };
}

/** Whether a spare that requests this position has all of the stream, if there is one. */
const hasAllUpTo = (stream: LogStream | undefined, { log, offset }: LogPosition): boolean =>
  stream?.end?.log === log && stream.end.offset === offset;

function beginStream(asking: Pick<Session, 'stream'>): LogStream {
  asking.stream?.compressor.close();
  asking.stream = { compressor: createCompressor(), end: undefined };
  return asking.stream;
}

const describeEnd = ({ bytes, end, nextLog }: LogChunk): Pick<LogMessage, 'bytes' | 'end' | 'nextLog'> => ({
  bytes: bytes.length,
  nextLog,
  end: nextLog === undefined ? end : { log: nextLog, offset: 0, checksum: [0, 0] },
});
