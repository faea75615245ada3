import sharp, { type Metadata } from 'sharp';
import { acceptedFormats, DecodingFailed, heicRejected, PictureRejected } from './picture-rejected.ts';

const formats = ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const;
export type PictureFormat = (typeof formats)[number];

/** The decoders of these formats; AVIF's is named after the container, which it shares with HEIC. */
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}Buffer`);

// Every decoder is attack surface: SVG, for one, lets two hundred bytes request hours of drawing (decision 74).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });

const maxEdge = 20_000;
const maxRatio = 10;

/**
 * Options for reading stored and uploaded pictures. Damage is an error; mere oddities, which some phones write, aren't.
 */
export const readOptions = { failOn: 'error', limitInputPixels: maxEdge * maxEdge } as const;

/** An upload that has passed every check that needs no pixels. */
export interface PictureSource {
  readonly bytes: Buffer;
  readonly format: PictureFormat;
  readonly metadata: Metadata;
}

/**
 * Inspects an upload without decoding it. Throws PictureRejected for what rules 116 and 117 of core don't allow, and
 * DecodingFailed for a picture whose header can't be read.
 */
export async function inspectPicture(upload: Uint8Array, maximumBytes: number): Promise<PictureSource> {
  checkSize(upload.length, maximumBytes);
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (isHeic(bytes)) throw new PictureRejected(heicRejected);
  const metadata = await readMetadata(bytes);
  const format = checkFormat(metadata);
  checkEdges(metadata);
  return { bytes, format, metadata };
}

/** Brands of HEIC, for pictures and sequences. */
const heicBrand = /^he(?:ic|ix|im|is|vc|vx|vm|vs)$/;

/**
 * Whether a file identifies itself as HEIC: by its main brand, or by another one if the main one names only the
 * container.
 */
function isHeic(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 256);
  const [, main = '', further = ''] = /^....ftyp(.{4}).{4}(.*)/s.exec(head) ?? [];
  if (!/^(?:mif1|msf1)$/.test(main)) return heicBrand.test(main);
  const size = bytes.readUInt32BE(0) - 16;
  return (further.slice(0, Math.max(0, size)).match(/.{4}/gs) ?? []).some((brand) => heicBrand.test(brand));
}

/** Without the pixel limit, so that the sender of a too large picture gets the exact reason. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { ...readOptions, limitInputPixels: false }).metadata();
  } catch (error) {
    if (error instanceof Error && /unsupported image format|is empty/.test(error.message))
      throw createNoPictureError(error);
    throw new DecodingFailed(error);
  }
}

function checkSize(bytes: number, maximumBytes: number): void {
  if (bytes < maximumBytes) return;
  const inMebibytes = (size: number) => (size / 2 ** 20).toFixed(1);
  throw new PictureRejected(
    `The picture is ${inMebibytes(bytes)} MiB; it must be under ${inMebibytes(maximumBytes)} MiB.`,
  );
}

/** The format that the decoder detects, whatever the first bytes claim (decision 74). */
function checkFormat({ format, compression }: Metadata): PictureFormat {
  const found = format === 'heif' && compression === 'av1' ? 'avif' : formats.find((name) => name === format);
  if (!found) throw createNoPictureError();
  return found;
}

function createNoPictureError(cause?: unknown): PictureRejected {
  return new PictureRejected(`We can't read this file as a picture. Use ${acceptedFormats}.`, {
    cause,
  });
}

function checkEdges({ width, height }: Metadata): void {
  const measures = `The picture is ${width} x ${height} pixels`;
  if (Math.max(width, height) > maxEdge) {
    throw new PictureRejected(`${measures}; neither side may be longer than ${maxEdge} pixels.`);
  }
  if (Math.max(width, height) > maxRatio * Math.min(width, height)) {
    throw new PictureRejected(`${measures}; the longer side can be up to ${maxRatio} times the shorter one.`);
  }
}
