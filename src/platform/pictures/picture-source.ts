import sharp, { type Metadata } from 'sharp';
import { bitmapToPng } from './bitmap.ts';
import { measuresOfJxl } from './picture-decoding.ts';
import { detectPictureFormat, type PictureFormat } from './picture-format.ts';
import { PictureRejected, tooSlow } from './picture-rejected.ts';

const maxEdge = 10_000;
const maxRatio = 10;

/** How stored and uploaded pictures are read. Damage ends the work; mere oddities, which some phones write, do not. */
export const reading = { failOn: 'error', limitInputPixels: maxEdge * maxEdge } as const;

/** What is known of a picture before it is decoded. */
export type PictureFacts = Pick<
  Metadata,
  | 'format'
  | 'width'
  | 'height'
  | 'channels'
  | 'depth'
  | 'isProgressive'
  | 'chromaSubsampling'
  | 'orientation'
  | 'pages'
  | 'compression'
  | 'icc'
>;

/** An upload that has passed every check that needs no pixels. */
export interface PictureSource {
  /** The upload, except that a BMP has become a PNG. */
  readonly bytes: Buffer;
  /** What was uploaded. */
  readonly format: PictureFormat;
  readonly metadata: PictureFacts;
}

/** Looks at an upload without decoding it. Throws PictureRejected for what rules 116 and 117 of core do not allow. */
export async function inspectPicture(upload: Uint8Array, maximumBytes: number): Promise<PictureSource> {
  checkSize(upload.length, maximumBytes);
  const uploaded = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  const format = checkFormat(uploaded);
  const bytes = format === 'bmp' ? bitmapToPng(uploaded) : uploaded;
  const metadata = format === 'jxl' ? await factsOfJxl(bytes) : await factsOf(bytes);
  checkEdges(metadata.width, metadata.height);
  return { bytes, format, metadata };
}

/** Without the pixel limit, so that a too large picture is told what is wrong with it. */
function factsOf(bytes: Buffer): Promise<PictureFacts> {
  return decoding(() => sharp(bytes, { ...reading, limitInputPixels: false }).metadata());
}

/** The picture library knows nothing of this format. */
async function factsOfJxl(bytes: Buffer): Promise<PictureFacts> {
  return { format: 'jxl', channels: 4, depth: 'uchar', isProgressive: false, ...(await measuresOfJxl(bytes)) };
}

/** Runs work of the picture library; whatever it stumbles over is a fault of the file. */
export async function decoding<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PictureRejected) throw error;
    if (error instanceof Error && error.message.startsWith('timeout')) throw tooSlow(error);
    throw new PictureRejected('This picture is damaged and cannot be read. Please send it anew.', { cause: error });
  }
}

function checkSize(bytes: number, maximumBytes: number): void {
  if (bytes < maximumBytes) return;
  const inMebibytes = (size: number) => (size / 2 ** 20).toFixed(1);
  throw new PictureRejected(
    `The picture has ${inMebibytes(bytes)} MiB; it must have less than ${inMebibytes(maximumBytes)} MiB.`,
  );
}

function checkFormat(uploaded: Buffer): PictureFormat {
  const format = detectPictureFormat(uploaded);
  if (!format) {
    throw new PictureRejected('This file is no picture that can be read here. Please send a JPEG, PNG, GIF or WebP.');
  }
  return format;
}

function checkEdges(width: number, height: number): void {
  const measures = `The picture is ${width} x ${height} pixels`;
  if (Math.max(width, height) > maxEdge) {
    throw new PictureRejected(`${measures}; neither side may be longer than ${maxEdge} pixels.`);
  }
  if (Math.max(width, height) > maxRatio * Math.min(width, height)) {
    throw new PictureRejected(`${measures}; the longer side may be at most ${maxRatio} times the shorter one.`);
  }
}
