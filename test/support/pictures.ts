import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp';

/** Returns a picture of one colour, as bytes to upload. */
export function createPicture(options: { width?: number; height?: number; format?: Format; colour?: string } = {}) {
  const { width = 300, height = 240, format = 'png', colour = 'teal' } = options;
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** Returns an animated GIF with one colour per frame. */
export async function createAnimatedPicture(colours: readonly string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => createPicture({ width: 60, height: 40, colour })));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** Returns a picture as a client sends it: ImageUploadData. */
export const toUpload = (bytes: Buffer) => ({ image: bytes.toString('base64') });

const realPictures = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** Returns a real photo; undefined if those files are absent. */
export function readRealPicture(name: string): Buffer | undefined {
  const file = join(realPictures, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** Returns the colour at a point, given as fractions of width and height. */
export async function readColourAt(picture: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const column = Math.round(x * (info.width - 1));
  const row = Math.round(y * (info.height - 1));
  const at = (row * info.width + column) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
