import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const colourTypes = { rgb: 2, palette: 3, rgba: 6 } as const;

/** An image ready to be written as PNG. Only palette images have fewer than 8 bits. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 4 | 8;
  readonly colours: keyof typeof colourTypes;
  /** Red, green and blue of each palette entry. */
  readonly palette?: Uint8Array;
  /** Rows from the top, each one filter byte (0) and then its packed pixels. */
  readonly rows: Uint8Array;
}

/** Writes a PNG. At level 0 (no compression, of 9) the same picture gives the same bytes with every zlib. */
export function encodePng(image: PngImage, level = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([image.bitDepth, colourTypes[image.colours]], 8);
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...(image.palette ? chunk('PLTE', image.palette) : []),
    ...chunk('IDAT', deflateSync(image.rows, { level })),
    ...chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(data.length, 0);
  start.write(type, 4, 'latin1');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data, crc32(start.subarray(4))));
  return [start, data, checksum];
}
