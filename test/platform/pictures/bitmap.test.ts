import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { bitmapToPng } from '#platform/pictures/bitmap.ts';
import { PictureRejected, processPicture } from '#platform/pictures/process-picture.ts';

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly rows: readonly (readonly number[])[];
  readonly palette?: readonly (readonly [blue: number, green: number, red: number])[];
  readonly compression?: number;
  readonly masks?: readonly number[];
}

/** Rows as they stand in the file, the lowest first unless the height is negative. */
function bitmap({ width, height, bits, rows, palette = [], compression = 0, masks = [] }: Bitmap): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + masks.length * 4 + palette.length * 4, 10);
  header.writeUInt32LE(masks.length === 4 ? 56 : 40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  const maskBytes = Buffer.alloc(masks.length * 4);
  masks.forEach((mask, index) => {
    maskBytes.writeUInt32LE(mask, index * 4);
  });
  const colours = palette.flatMap((entry) => [...entry, 0]);
  const padded = rows.flatMap((row) => [...row, ...Array<number>((4 - (row.length % 4)) % 4).fill(0)]);
  return Buffer.concat([header, maskBytes, Buffer.from([...colours, ...padded])]);
}

async function pixels(file: Buffer, alpha = false): Promise<number[][]> {
  const picture = sharp(bitmapToPng(file));
  const { data, info } = await (alpha ? picture : picture.removeAlpha()).raw().toBuffer({ resolveWithObject: true });
  const count = info.width * info.height;
  return Array.from({ length: count }, (_, index) => [
    ...data.subarray(index * info.channels, (index + 1) * info.channels),
  ]);
}

const red = [255, 0, 0];
const green = [0, 255, 0];
const blue = [0, 0, 255];
const palette = [
  [0, 0, 255],
  [0, 255, 0],
  [255, 0, 0],
] as const;

test('24 bits, from the lowest row up', async () => {
  const rows = [
    [255, 0, 0, 255, 0, 0],
    [0, 0, 255, 0, 255, 0],
  ];
  assert.deepEqual(await pixels(bitmap({ width: 2, height: 2, bits: 24, rows })), [red, green, blue, blue]);
});

test('24 bits, from the highest row down', async () => {
  const rows = [
    [255, 0, 0],
    [0, 0, 255],
  ];
  assert.deepEqual(await pixels(bitmap({ width: 1, height: -2, bits: 24, rows })), [blue, red]);
});

test('palettes of 1, 4 and 8 bits', async () => {
  const two = palette.slice(0, 2);
  const one = bitmap({ width: 3, height: 1, bits: 1, rows: [[0b01000000]], palette: two });
  assert.deepEqual(await pixels(one), [red, green, red]);
  const four = bitmap({ width: 3, height: 1, bits: 4, rows: [[0x01, 0x20]], palette });
  assert.deepEqual(await pixels(four), [red, green, blue]);
  const eight = bitmap({ width: 3, height: 1, bits: 8, rows: [[2, 1, 0]], palette });
  assert.deepEqual(await pixels(eight), [blue, green, red]);
});

test('32 bits without masks are opaque whatever the fourth byte says', async () => {
  const file = bitmap({ width: 2, height: 1, bits: 32, rows: [[0, 0, 255, 0, 255, 0, 0, 9]] });
  assert.deepEqual(await pixels(file, true), [red, blue]);
});

test('32 bits with masks carry transparency', async () => {
  const masks = [0xff000000, 0xff0000, 0xff00, 0xff];
  const file = bitmap({ width: 2, height: 1, bits: 32, rows: [[0, 0, 0, 255, 128, 255, 0, 0]], compression: 3, masks });
  assert.deepEqual(await pixels(file, true), [
    [255, 0, 0, 0],
    [0, 0, 255, 128],
  ]);
});

test('16 bits, with the customary and with given masks', async () => {
  const customary = bitmap({ width: 3, height: 1, bits: 16, rows: [[0x00, 0x7c, 0xe0, 0x03, 0x1f, 0x00]] });
  assert.deepEqual(await pixels(customary), [red, green, blue]);
  const masks = [0xf800, 0x7e0, 0x1f];
  const rows = [[0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00]];
  assert.deepEqual(await pixels(bitmap({ width: 3, height: 1, bits: 16, rows, compression: 3, masks })), [
    red,
    green,
    blue,
  ]);
});

test('damaged, compressed and absurdly large files are rejected', () => {
  const good = { width: 2, height: 1, bits: 24, rows: [[0, 0, 0, 0, 0, 0]] };
  const files = [
    bitmap(good).subarray(0, 30),
    bitmap(good).subarray(0, -4),
    bitmap({ ...good, compression: 1 }),
    bitmap({ ...good, bits: 7 }),
    bitmap({ ...good, width: 0x7fffffff }),
    bitmap({ ...good, width: -2 }),
    bitmap({ ...good, height: -0x80000000 }),
    bitmap({ ...good, height: 0 }),
    Buffer.from('BM'),
  ];
  for (const file of files) assert.throws(() => bitmapToPng(file), PictureRejected);
});

test('an uploaded bitmap becomes JPEG', async () => {
  const rows = Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => [0, 0, 255]).flat());
  const options = { avatar: false, allowAnimated: true, maximumBytes: 10_000, thumbnailHeight: 200 };
  const { full, extension } = await processPicture(bitmap({ width: 20, height: 20, bits: 24, rows }), options);
  assert.equal(extension, 'jpg');
  assert.equal((await sharp(full).metadata()).width, 20);
});
