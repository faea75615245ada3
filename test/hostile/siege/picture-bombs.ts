import { crc32, deflateSync, gzipSync } from 'node:zlib';

/** Small files that ask for much memory or time, by what they are. */
export const pictureBombs: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['SVG as AVIF', buildSvgInGzip()],
  ['vast PNG', buildPng(20_000, 20_000)],
  ['vaster PNG', buildPng(60_000, 60_000)],
  ['cut-off PNG', buildPng(4000, 4000).subarray(0, 200)],
  ['noise', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(20_000, 'noise'), 'latin1')],
];

/** A drawing of vast size, packed so that bytes 4 to 8 of the file say `ftyp`: its name in the header of gzip. */
function buildSvgInGzip(): Buffer {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><rect width="100%" height="100%"/></svg>';
  const packed = gzipSync(svg);
  // Flag 8 of byte 3 says that a file name follows the header of ten bytes; the time stands in bytes 4 to 8.
  packed.write('ftyp', 4, 'latin1');
  return packed;
}

/** A picture of one colour, a bit for each pixel. */
function buildPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = Math.ceil(width / 8) + 1;
  const pixels = deflateSync(Buffer.alloc(Math.min(row * height, 64 * 1024 * 1024)), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    buildChunk('IHDR', header),
    buildChunk('IDAT', pixels),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
