/**
 * Removes metadata from a picture: camera data, location, texts, and anything after its end. Pixels, colour profile and
 * animation stay unchanged (core rules 119 and 121). Returns the same bytes if there's nothing to remove, and undefined
 * if the structure doesn't match the format. Throws RangeError for a truncated file.
 */
export function removeMetadata(bytes: Buffer, format: 'png' | 'gif' | 'webp'): Buffer | undefined {
  // One byte more than the file, for the end mark that some GIFs lack.
  const kept: RetainedBytes = { bytes: Buffer.allocUnsafe(bytes.length + 1), length: 0 };
  const understood = { png: copyPngWithoutMetadata, gif: copyGifWithoutMetadata, webp: copyWebpWithoutMetadata }[
    format
  ](bytes, kept);
  if (!understood) return undefined;
  return kept.length === bytes.length ? bytes : kept.bytes.subarray(0, kept.length);
}

/** The retained parts of a file, in one buffer because a hostile file may have millions of parts. */
interface RetainedBytes {
  readonly bytes: Buffer;
  length: number;
}

function copyToRetained(kept: RetainedBytes, source: Buffer, from: number, to: number): void {
  kept.length += source.copy(kept.bytes, kept.length, from, to);
}

const pngChunksToKeep = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);

function copyPngWithoutMetadata(bytes: Buffer, kept: RetainedBytes): boolean {
  copyToRetained(kept, bytes, 0, 8);
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) throw new RangeError('the file stops inside a chunk');
    if (pngChunksToKeep.has(type)) copyToRetained(kept, bytes, at, end);
    if (type === 'IEND') return true;
    at = end;
  }
}

const gifExtension = 0x21;
const gifImage = 0x2c;
const gifEnd = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;

function copyGifWithoutMetadata(bytes: Buffer, kept: RetainedBytes): boolean {
  let at = 13 + gifPaletteLength(bytes.readUInt8(10));
  copyToRetained(kept, bytes, 0, at);
  for (;;) {
    const kind = bytes[at] ?? gifEnd;
    if (kind === gifEnd) {
      kept.length = kept.bytes.writeUInt8(gifEnd, kept.length);
      return true;
    }
    if (kind !== gifExtension && kind !== gifImage) return false;
    // An image has its own palette and one byte of code size before its data.
    const dataAt = kind === gifExtension ? at + 2 : at + 11 + gifPaletteLength(bytes.readUInt8(at + 9));
    const end = gifDataEnd(bytes, dataAt);
    if (kind === gifImage || isGifExtensionToKeep(bytes, at)) copyToRetained(kept, bytes, at, end);
    at = end;
  }
}

function gifPaletteLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Data comes in length-prefixed blocks; an empty one ends it. */
function gifDataEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}

/** Frame timing and loop count. Comments, texts and other programs' data are removed. */
function isGifExtensionToKeep(bytes: Buffer, at: number): boolean {
  const label = bytes.readUInt8(at + 1);
  if (label === graphicControl) return true;
  return label === application && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(bytes.toString('latin1', at + 3, at + 14));
}

const webpChunksToKeep = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const exifAndXmpFlags = 0x0c;

function copyWebpWithoutMetadata(bytes: Buffer, kept: RetainedBytes): boolean {
  const end = 8 + roundUpToEven(bytes.readUInt32LE(4));
  if (end > bytes.length) throw new RangeError('the file is shorter than it says');
  copyToRetained(kept, bytes, 0, 12);
  for (let at = 12; at < end; ) {
    const next = at + 8 + roundUpToEven(bytes.readUInt32LE(at + 4));
    const type = bytes.toString('latin1', at, at + 4);
    if (next > end) return false;
    const keptAt = kept.length;
    if (webpChunksToKeep.has(type)) copyToRetained(kept, bytes, at, next);
    if (type === 'VP8X') kept.bytes.writeUInt8(bytes.readUInt8(at + 8) & ~exifAndXmpFlags, keptAt + 8);
    at = next;
  }
  kept.bytes.writeUInt32LE(kept.length - 8, 4);
  return true;
}

const roundUpToEven = (length: number): number => length + (length % 2);
