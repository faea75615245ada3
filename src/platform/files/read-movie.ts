import { type FileHandle, open } from 'node:fs/promises';

/** The file isn't a video as phones record them; the message ends a sentence that begins with what it should be. */
export class NotAMovie extends Error {
  constructor(complaint: string) {
    super(complaint);
    this.name = 'NoMovie';
  }
}

/** Metadata of an MP4 or QuickTime file. */
export interface Movie {
  /** Undefined for a fragmented recording, which doesn't state it. */
  readonly seconds: number | undefined;
}

/** One box: its type and its payload. */
interface Box {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A minute in fragments has fewer. */
const maxBoxes = 2000;
/** Metadata of a minute of video takes a tenth of this. */
const maxMovieBytes = 1024 * 1024;
const headBytes = 8;
const longHeadBytes = 16;

/**
 * Reads the boxes of a video file to check that it's a complete video with a picture track, and to get its duration.
 * Reads only headers and the box with the metadata, so the cost is bounded whatever the file claims. Throws NoMovie.
 */
export async function readMovie(path: string): Promise<Movie> {
  const file = await open(path, 'r');
  try {
    return await readBoxes(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function readBoxes(file: FileHandle, size: number): Promise<Movie> {
  let movie: Movie | undefined;
  let hasMedia = false;
  let count = 0;
  for (let at = 0; at < size; count += 1) {
    if (count === maxBoxes) throw new NotAMovie('has too many parts');
    const box = await readHead(file, at, size);
    if (at === 0 && box.kind !== 'ftyp') throw new NotAMovie("isn't an MP4 video");
    if (box.kind === 'moov') movie = readDescription(await readBox(file, box));
    hasMedia ||= box.kind === 'mdat';
    at = box.end;
  }
  if (!movie || !hasMedia) throw new NotAMovie('has no recording');
  return movie;
}

async function readHead(file: FileHandle, at: number, size: number): Promise<Box> {
  const head = Buffer.alloc(longHeadBytes);
  const { bytesRead } = await file.read(head, 0, longHeadBytes, at);
  const box = parseHead(head.subarray(0, bytesRead), at, size);
  if (!box) throw new NotAMovie(at === 0 ? "isn't an MP4 video" : 'is damaged or truncated');
  return box;
}

/** Parses a box header; undefined if it's invalid or the box ends outside its container. */
function parseHead(head: Buffer, at: number, limit: number): Box | undefined {
  if (head.length < headBytes) return undefined;
  const kind = head.toString('latin1', 4, headBytes);
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < longHeadBytes) return undefined;
  // 0 means the rest of the file.
  const size = isLong ? Number(head.readBigUInt64BE(headBytes)) : short || limit - at;
  const start = at + (isLong ? longHeadBytes : headBytes);
  const end = at + size;
  return start <= end && end <= limit ? { kind, start, end } : undefined;
}

async function readBox(file: FileHandle, { start, end }: Box): Promise<Buffer> {
  if (end - start > maxMovieBytes) throw new NotAMovie('has too much metadata');
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes;
}

/** Returns the boxes of this type inside another one. */
function findBoxes(bytes: Buffer, kind: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const box = parseHead(bytes.subarray(at, at + longHeadBytes), at, bytes.length);
    if (!box) throw new NotAMovie('is damaged');
    if (box.kind === kind) found.push(bytes.subarray(box.start, box.end));
    at = box.end;
  }
  return found;
}

const findChildBoxes = (boxes: readonly Buffer[], kind: string): Buffer[] =>
  boxes.flatMap((bytes) => findBoxes(bytes, kind));

/** Offset of the handler type in a track's handler box. */
const handlerTypeRange = { start: 8, end: 12 } as const;

function readDescription(bytes: Buffer): Movie {
  const handlers = findChildBoxes(findChildBoxes(findBoxes(bytes, 'trak'), 'mdia'), 'hdlr');
  const kinds = handlers.map((handler) => handler.toString('latin1', handlerTypeRange.start, handlerTypeRange.end));
  if (!kinds.includes('vide')) throw new NotAMovie('has no video track');
  const [header] = findBoxes(bytes, 'mvhd');
  if (!header) throw new NotAMovie('is damaged');
  return { seconds: readSeconds(header) };
}

/** The times before the duration have four bytes each, or eight in version 1. */
function readSeconds(header: Buffer): number | undefined {
  const isLater = header[0] === 1;
  const [scaleAt, lengthAt, end] = isLater ? [20, 24, 32] : [12, 16, 20];
  if (header.length < end) throw new NotAMovie('is damaged');
  const unitsPerSecond = header.readUInt32BE(scaleAt);
  const units = isLater ? Number(header.readBigUInt64BE(lengthAt)) : header.readUInt32BE(lengthAt);
  return units > 0 && unitsPerSecond > 0 ? units / unitsPerSecond : undefined;
}
