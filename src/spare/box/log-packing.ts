import { setImmediate } from 'node:timers/promises';
import { headBytes, type LogPlace } from '../log/frames.ts';
import type { Packing } from '../wire/packing.ts';
import type { LogPiece, LogSource } from './log-source.ts';
import type { Session } from './session.ts';
import type { Waiting } from './waiting.ts';

/** A part of the log as it is sent. */
export interface PackedPiece {
  readonly packed: Buffer;
  /** How many bytes they are when they are unpacked. */
  readonly bytes: number;
  /** Set where the log has ended behind them: the name of the next. */
  readonly nextLog: string | undefined;
  /** What the spare asks for once it has them. */
  readonly end: LogPlace;
}

const maxPieceBytes = 2 * 1024 * 1024;
/** So much of it is read and packed at once: then requests have their turn. */
const bytesAtOnce = 512 * 1024;

/** What follows a place, as far as it may be sent by now. Good until the next is read. */
export function readSendable(source: LogSource, waiting: Waiting, place: LogPlace): LogPiece | undefined {
  const behind = source.countAfter(place) ?? 0;
  const sendable = Math.max(0, waiting.countSendable() - (source.total - behind));
  if (sendable === 0 && behind > 0) return { bytes: Buffer.alloc(0), frameBytes: 0, end: place, nextLog: undefined };
  return source.readAfter(place, Math.min(bytesAtOnce, sendable));
}

/** Packs a piece and what `readNext` gives after it: one message costs the box less than several. */
export async function packOn(
  first: LogPiece,
  place: LogPlace,
  asking: Session,
  readNext: (place: LogPlace) => LogPiece | undefined,
): Promise<PackedPiece> {
  const packing = asking.packer.begin();
  packPiece(packing, first, place, asking);
  let { bytes, end, nextLog } = describeEnd(first);
  while (bytes < maxPieceBytes && nextLog === undefined) {
    await setImmediate();
    const piece = readNext(end);
    if (!piece || piece.bytes.length === 0) break;
    packPiece(packing, piece, end, asking);
    const next = describeEnd(piece);
    bytes += next.bytes;
    ({ end, nextLog } = next);
  }
  return { packed: packing.take(), bytes, end, nextLog };
}

const describeEnd = ({ bytes, end, nextLog }: LogPiece): Omit<PackedPiece, 'packed'> => ({
  bytes: bytes.length,
  nextLog,
  end: nextLog === undefined ? end : { log: nextLog, offset: 0, checksum: [0, 0] },
});

/** Packs a piece, with what the spare has unpacked before where it goes on from there. */
function packPiece(packing: Packing, piece: LogPiece, { log, offset }: LogPlace, asking: Session): void {
  const { packer, packedTo } = asking;
  if (packedTo?.log !== log || packedTo.offset !== offset) packer.forget();
  asking.packedTo = describeEnd(piece).end;
  packing.pack(piece.bytes, offset === 0 ? headBytes : 0, piece.frameBytes);
}
