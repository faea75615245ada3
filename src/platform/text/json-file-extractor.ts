import { type Base64Decoder, createBase64Decoder } from './base64-decoder.ts';

/**
 * Extracts one long text from a JSON object while it arrives: the member of this name at its top level, which is
 * base64. Its bytes are passed on as they arrive, so they're never held together; the rest is short JSON in which the
 * text is empty.
 */
export interface JsonFileExtractor {
  /**
   * Returns the file's bytes in this chunk, in pieces. Throws NotBase64, and TooMuchOtherJson above `maxOtherBytes`.
   */
  take(chunk: Buffer): Buffer[];
  /** Returns everything but the file, and whether there was one. */
  end(): { readonly json: Buffer; readonly hasFile: boolean };
}

/** The JSON around the file exceeds its limit. */
export class TooMuchOtherJson extends Error {
  constructor() {
    super('too much JSON in addition to the file');
    this.name = 'TooMuchOtherJson';
  }
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openingBrackets = new Set([0x7b, 0x5b]);
const closingBrackets = new Set([0x7d, 0x5d]);
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The JSON around the file, read byte by byte. */
interface EnvelopeReader {
  /** True if the file begins after this byte. */
  read(byte: number): boolean;
  endFile(): void;
  json(): Buffer;
}

function createEnvelopeReader(member: string, maxOtherBytes: number): EnvelopeReader {
  const kept = Buffer.alloc(maxOtherBytes);
  let size = 0;
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** The buffer index at which the last text began, and that text if it was at the top level. */
  let textStart = 0;
  let lastText = '';
  /** The name of the member and the colon have just been read. */
  let isBeforeFile = false;

  function keep(byte: number): void {
    if (size === maxOtherBytes) throw new TooMuchOtherJson();
    kept[size] = byte;
    size += 1;
  }

  function readInText(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) {
      isInText = false;
      if (depth === 1) lastText = kept.toString('latin1', textStart, size - 1);
    }
  }

  function readSign(byte: number): void {
    if (byte === quote) {
      isInText = true;
      textStart = size;
    } else if (openingBrackets.has(byte)) depth += 1;
    else if (closingBrackets.has(byte)) depth -= 1;
    isBeforeFile = byte === colon && depth === 1 && lastText === member;
  }

  return {
    read(byte) {
      keep(byte);
      if (isInText) readInText(byte);
      else if (isBeforeFile && byte === quote) return true;
      else if (!isBeforeFile || !whiteSpace.has(byte)) readSign(byte);
      return false;
    },
    endFile() {
      keep(quote);
      isBeforeFile = false;
      lastText = '';
    },
    json: () => kept.subarray(0, size),
  };
}

export function createJsonFileExtractor(member: string, maxOtherBytes: number): JsonFileExtractor {
  const surroundings = createEnvelopeReader(member, maxOtherBytes);
  let decoder: Base64Decoder | undefined;
  let hasFile = false;

  /** Returns the index at which the file begins, or the end of the chunk. */
  function readAround(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      if (!surroundings.read(chunk[at] ?? 0)) continue;
      // A second file would be appended to the first.
      if (hasFile) throw new TooMuchOtherJson();
      hasFile = true;
      decoder = createBase64Decoder();
      return at + 1;
    }
    return chunk.length;
  }

  /** Returns the index at which the file ends, or the end of the chunk. */
  function readFile(decoding: Base64Decoder, chunk: Buffer, start: number, pieces: Buffer[]): number {
    const end = chunk.indexOf(quote, start);
    const piece = decoding.decode(chunk.subarray(start, end < 0 ? chunk.length : end));
    if (piece.length > 0) pieces.push(piece);
    if (end < 0) return chunk.length;
    decoding.end();
    decoder = undefined;
    surroundings.endFile();
    return end + 1;
  }

  return {
    take(chunk) {
      const pieces: Buffer[] = [];
      let at = 0;
      while (at < chunk.length) at = decoder ? readFile(decoder, chunk, at, pieces) : readAround(chunk, at);
      return pieces;
    },
    end: () => ({ json: surroundings.json(), hasFile }),
  };
}
