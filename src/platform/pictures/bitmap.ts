import { PictureRejected } from './picture-rejected.ts';
import { encodePng } from './png.ts';

/** A channel in a 16 or 32 bit pixel: where it starts and the largest value it takes. */
interface Channel {
  readonly shift: number;
  readonly maximum: number;
}

interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly pixelsAt: number;
  readonly paletteAt: number;
  readonly paletteEntries: number;
}

const plain = 0;
const bitFields = 3;
const bitFieldsWithAlpha = 6;

/**
 * Rewrites an uncompressed Windows bitmap of 1, 4, 8, 16, 24 or 32 bits as an uncompressed PNG, which libvips can read
 * where it cannot read BMP. The pixels stay as tightly packed as they came, so the result is never much larger than the
 * file. Throws PictureRejected for anything else.
 */
export function bitmapToPng(bytes: Buffer): Buffer {
  try {
    return convert(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw unreadable(error);
  }
}

function convert(bytes: Buffer): Buffer {
  const header = readHeader(bytes);
  const stride = Math.ceil((header.width * header.bits) / 32) * 4;
  if (header.width < 1 || header.height < 1) throw unreadable();
  if (header.pixelsAt + stride * header.height > bytes.length) throw unreadable();
  const rowAt = (y: number) => header.pixelsAt + stride * (header.topDown ? y : header.height - 1 - y);
  const { width, height, bits, compression } = header;
  if ((bits === 1 || bits === 4 || bits === 8) && compression === plain) {
    const rowBytes = Math.ceil((width * bits) / 8);
    const rows = fillRows(height, rowBytes, (row, y) => bytes.copy(row, 0, rowAt(y), rowAt(y) + rowBytes));
    return encodePng({ width, height, bitDepth: bits, colours: 'palette', palette: readPalette(bytes, header), rows });
  }
  if (bits === 24 && compression === plain) {
    const rows = fillRows(height, width * 3, (row, y) => copyReversed(bytes, rowAt(y), row));
    return encodePng({ width, height, bitDepth: 8, colours: 'rgb', rows });
  }
  if (bits !== 16 && bits !== 32) throw unreadable();
  const channels = readChannels(bytes, header);
  const rows = fillRows(height, width * channels.length, (row, y) => unpack(bytes, rowAt(y), bits, channels, row));
  return encodePng({ width, height, bitDepth: 8, colours: channels.length === 4 ? 'rgba' : 'rgb', rows });
}

function readHeader(bytes: Buffer): BitmapHeader {
  const headerSize = bytes.readUInt32LE(14);
  const bits = bytes.readUInt16LE(28);
  const height = bytes.readInt32LE(22);
  if (headerSize < 40 || headerSize > 124) throw unreadable();
  return {
    width: bytes.readInt32LE(18),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression: bytes.readUInt32LE(30),
    pixelsAt: bytes.readUInt32LE(10),
    paletteAt: 14 + headerSize,
    paletteEntries: Math.min(bytes.readUInt32LE(46) || 256, 2 ** Math.min(bits, 8)),
  };
}

/** PNG palettes are red, green, blue; those of bitmaps blue, green, red, unused. */
function readPalette(bytes: Buffer, header: BitmapHeader): Uint8Array {
  // Pixels may name entries that the file left out; black fills those, as other readers do.
  const palette = new Uint8Array(3 * 2 ** header.bits);
  for (let entry = 0; entry < header.paletteEntries; entry += 1) {
    const at = header.paletteAt + entry * 4;
    palette.set([bytes.readUInt8(at + 2), bytes.readUInt8(at + 1), bytes.readUInt8(at)], entry * 3);
  }
  return palette;
}

/** Red, green, blue and perhaps alpha, from the masks of the file or the customary ones. */
function readChannels(bytes: Buffer, header: BitmapHeader): Channel[] {
  if (header.compression === plain) {
    const masks = header.bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
    return masks.map(channel);
  }
  if (header.compression !== bitFields && header.compression !== bitFieldsWithAlpha) throw unreadable();
  const masks = [54, 58, 62].map((at) => bytes.readUInt32LE(at));
  const hasAlphaMask = header.compression === bitFieldsWithAlpha || header.paletteAt >= 14 + 56;
  const alpha = hasAlphaMask ? bytes.readUInt32LE(66) : 0;
  return (alpha === 0 ? masks : [...masks, alpha]).map(channel);
}

function channel(mask: number): Channel {
  if (mask === 0) return { shift: 0, maximum: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, maximum: mask >>> shift };
}

function fillRows(height: number, rowBytes: number, fill: (row: Buffer, y: number) => void): Buffer {
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) fill(rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1)), y);
  return rows;
}

function copyReversed(bytes: Buffer, from: number, row: Buffer): void {
  for (let index = 0; index < row.length; index += 3) {
    row[index] = bytes[from + index + 2] ?? 0;
    row[index + 1] = bytes[from + index + 1] ?? 0;
    row[index + 2] = bytes[from + index] ?? 0;
  }
}

function unpack(bytes: Buffer, from: number, bits: 16 | 32, channels: readonly Channel[], row: Buffer): void {
  let out = 0;
  for (let at = from; out < row.length; at += bits / 8) {
    const pixel = bits === 16 ? bytes.readUInt16LE(at) : bytes.readUInt32LE(at);
    for (const { shift, maximum } of channels) {
      row[out] = maximum === 0 ? 0 : Math.round((((pixel >>> shift) & maximum) >>> 0) * (255 / maximum));
      out += 1;
    }
  }
}

function unreadable(cause?: unknown): PictureRejected {
  return new PictureRejected('This BMP file cannot be read. Please send the picture as JPEG or PNG.', { cause });
}
