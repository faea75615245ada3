import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Hostile pictures: small files that take gigabytes or minutes to open. */

const encodeNumber = (bytes: 1 | 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/**
 * Returns a drawing that takes an hour and gigabytes, compressed. Its header contains `ftyp` and `avif` at the offsets
 * where AVIF has them.
 */
export function createGzippedSvg(): Buffer {
  const clouds = Array.from({ length: 999 }, (_, index) => `<feTurbulence numOctaves="9" result="r${index}"/>`).join(
    '',
  );
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4400" height="4400"><filter id="f">${clouds}</filter>` +
      '<rect width="4400" height="4400" filter="url(#f)"/></svg>',
  );
  const checks = Buffer.alloc(8);
  checks.writeUInt32LE(crc32(drawing));
  checks.writeUInt32LE(drawing.length, 4);
  // The four bytes are the file's modification time; the name that follows ends in a zero.
  const head = Buffer.from('\x1f\x8b\x08\x08ftyp\0\x03xxavif\0', 'latin1');
  return Buffer.concat([head, deflateRawSync(drawing), checks]);
}

/**
 * Returns a lossless WebP of one colour with the longest edges that the format allows: 40 bytes, a gigabyte when
 * decoded.
 */
export function createVastWebp(): Buffer {
  const edge = 16_383;
  // Width and height minus one, no transparency, version 0; no transform, colour cache or groups; and five codes that
  // have one symbol each, so that pixels take no bits at all.
  const fields: [value: number, bits: number][] = [
    [edge - 1, 14],
    [edge - 1, 14],
    [0, 4],
    [0, 3],
    ...Array.from({ length: 5 }, (): [number, number] => [0b0001, 4]),
  ];
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1));
  const data = Buffer.alloc(12);
  for (const [index, bit] of bits.entries()) data[index >> 3] = (data[index >> 3] ?? 0) | (bit << (index & 7));
  const chunk = Buffer.concat([Buffer.from([0x2f]), data, Buffer.alloc(1)]);
  const file = Buffer.alloc(20);
  file.write('RIFF\0\0\0\0WEBPVP8L', 'latin1');
  file.writeUInt32LE(12 + chunk.length, 4);
  file.writeUInt32LE(chunk.length - 1, 16);
  return Buffer.concat([file, chunk]);
}

/**
 * Returns a PNG with 10,000 pixels of 64 bits in each row: some hundred kilobytes. With 10,000 rows it decodes to 800
 * MB, which takes a fast machine seconds. The first attempt rejects it as too large. `height` is a multiple of 100.
 */
export function createSlowPng(height = 10_000): Buffer {
  const width = 10_000;
  const rowsAtOnce = 100;
  const row = Buffer.alloc(1 + width * 8, 0x55).fill(0, 0, 1);
  // The compressed form of a hundred rows. It can be repeated, since it has no back references.
  const rows = Buffer.concat(Array<Buffer>(rowsAtOnce).fill(row));
  const packed = deflateRawSync(rows, { finishFlush: constants.Z_FULL_FLUSH });
  const data = Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array<Buffer>(height / rowsAtOnce).fill(packed),
    Buffer.from([0x03, 0x00]),
    encodeNumber(4, adler32OfRows(row, height)),
  ]);
  const head = Buffer.concat([encodeNumber(4, width), encodeNumber(4, height), Buffer.from([16, 6, 0, 0, 0])]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    buildChunk('IHDR', head),
    buildChunk('IDAT', data),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([encodeNumber(4, data.length), content, encodeNumber(4, crc32(content))]);
}

function adler32OfRows(row: Buffer, count: number): number {
  const modulus = 65_521;
  const sum = row.reduce((total, value) => total + value, 0);
  const weighted = row.reduce((total, value, index) => total + value * (row.length - index), 0);
  let [low, high] = [1, 0];
  for (let index = 0; index < count; index += 1) {
    high = (high + row.length * low + weighted) % modulus;
    low = (low + sum) % modulus;
  }
  return high * 65_536 + low;
}

const buildBox = (type: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([encodeNumber(4, content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const buildVersionedBox = (type: string, version: number, ...parts: readonly (Buffer | string)[]): Buffer =>
  buildBox(type, encodeNumber(4, version << 24), ...parts);

const copiesPerOverlay = 4;
const overlayLevels = 3;

/** A coded picture inside a file: its type, decoder settings and data. */
interface CodedPicture {
  readonly type: 'av01' | 'hvc1';
  readonly configuration: Buffer;
  readonly data: Buffer;
}

/**
 * Returns a valid AVIF: a small picture overlaid four times on an empty one, the result four times on another, and once
 * more. It has 664 bytes, and takes a gigabyte and many seconds if the edge is 10,000 pixels.
 */
export async function createNestedOverlays(edge: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .avif({ effort: 0 })
    .toBuffer();
  const data = findBox(small, 'mdat').subarray(8);
  return buildContainer(edge, overlayLevels + 1, { type: 'av01', configuration: findBox(small, 'av1C'), data });
}

/** Returns a picture in the format of iPhones, in a file that claims to be AVIF. */
export function createDisguisedHeic(): Buffer {
  const settings = Buffer.alloc(23).fill(1, 0, 1);
  return buildContainer(64, 1, { type: 'hvc1', configuration: buildBox('hvcC', settings), data: Buffer.alloc(100) });
}

function buildContainer(edge: number, shown: number, coded: CodedPicture): Buffer {
  const placeless = buildHead(edge, shown, coded, 0);
  return Buffer.concat([buildHead(edge, shown, coded, placeless.length + 8), buildBox('mdat', coded.data)]);
}

function findBox(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

/** Item 1 is the coded picture, each later item an overlay of copies of the previous one; `shown` is the primary item. */
function buildHead(edge: number, shown: number, { type, configuration, data }: CodedPicture, dataAt: number): Buffer {
  const overlayIDs = Array.from({ length: overlayLevels }, (_, level) => level + 2);
  const overlay = Buffer.concat([
    encodeNumber(2, 1),
    Buffer.alloc(8),
    encodeNumber(4, edge),
    encodeNumber(4, edge),
    Buffer.alloc(8 * copiesPerOverlay),
  ]);
  const place = (id: number, method: number, at: number, length: number) =>
    Buffer.concat([
      encodeNumber(2, id),
      encodeNumber(2, method),
      encodeNumber(2, 0),
      encodeNumber(2, 1),
      encodeNumber(4, at),
      encodeNumber(4, length),
    ]);
  const item = (id: number, type: string) =>
    buildVersionedBox('infe', 2, encodeNumber(2, id), encodeNumber(2, 0), `${type}\0`);
  const size = (length: number) => buildVersionedBox('ispe', 0, encodeNumber(4, length), encodeNumber(4, length));
  const properties = (id: number, ...indexes: number[]) => Buffer.from([0, id, indexes.length, ...indexes]);
  const meta = buildVersionedBox(
    'meta',
    0,
    buildVersionedBox('hdlr', 0, encodeNumber(4, 0), 'pict', Buffer.alloc(13)),
    buildVersionedBox('pitm', 0, encodeNumber(2, shown)),
    buildVersionedBox(
      'iloc',
      1,
      Buffer.from([0x44, 0, 0, overlayLevels + 1]),
      place(1, 0, dataAt, data.length),
      ...overlayIDs.map((id, index) => place(id, 1, index * overlay.length, overlay.length)),
    ),
    buildVersionedBox(
      'iinf',
      0,
      encodeNumber(2, overlayLevels + 1),
      item(1, type),
      ...overlayIDs.map((id) => item(id, 'iovl')),
    ),
    buildVersionedBox(
      'iref',
      0,
      ...overlayIDs.map((id) =>
        buildBox(
          'dimg',
          encodeNumber(2, id),
          encodeNumber(2, copiesPerOverlay),
          ...Array(copiesPerOverlay).fill(encodeNumber(2, id - 1)),
        ),
      ),
    ),
    buildBox(
      'iprp',
      buildBox('ipco', size(64), size(edge), configuration, buildVersionedBox('pixi', 0, Buffer.from([3, 8, 8, 8]))),
      buildVersionedBox(
        'ipma',
        0,
        encodeNumber(4, overlayLevels + 1),
        properties(1, 1, 0x83, 4),
        ...overlayIDs.map((id) => properties(id, 2, 4)),
      ),
    ),
    buildBox('idat', ...overlayIDs.map(() => overlay)),
  );
  return Buffer.concat([buildBox('ftyp', 'avif', encodeNumber(4, 0), 'avifmif1'), meta]);
}
