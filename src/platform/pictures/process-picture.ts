import sharp, { type Metadata, type Sharp } from 'sharp';
import { removeMetadata } from './picture-metadata.ts';
import { DecodingFailed, PictureRejected } from './picture-rejected.ts';
import { inspectPicture, type PictureSource, readOptions } from './picture-source.ts';

// Each picture comes once, so a cache only costs memory. A second thread allocates its own buffers: a large PNG needs
// 212 instead of 180 MiB with it.
sharp.cache(false);
sharp.concurrency(1);

const maxEdge = 2048;
const jpegQuality = 90;
/** Pixels of all frames together; those of thumbnails count tenfold because creating them takes longer than reading. */
const maxAnimationWork = 800_000_000;

export interface PictureOptions {
  /** Cropped to the centred square. */
  readonly avatar: boolean;
  /** Whether GIF and WebP may keep their format; otherwise they become JPEG. */
  readonly allowAnimated: boolean;
  /** Files of this many bytes or more are rejected. */
  readonly maximumBytes: number;
  /** In pixels. */
  readonly thumbnailHeight: number;
  /** A JPEG without metadata stays unchanged, like those a similar service stored before. */
  readonly keepsCleanJpeg?: boolean;
}

export interface ProcessedPicture {
  readonly full: Buffer;
  readonly thumbnail: Buffer;
  /** Extension of both files. */
  readonly extension: 'jpg' | 'png' | 'gif' | 'webp';
}

type FullPicture = Omit<ProcessedPicture, 'thumbnail'> & { readonly frames: number };

/**
 * Converts an upload into the two stored pictures, both without metadata (core rules 116 to 121). Throws
 * PictureRejected for an invalid upload, DecodingFailed for one that can't be decoded.
 */
export async function processPicture(upload: Uint8Array, options: PictureOptions): Promise<ProcessedPicture> {
  const source = await inspectPicture(upload, options.maximumBytes);
  try {
    const picture = keepUnchanged(source, options) ?? (await encodeAsJpeg(source, options.avatar));
    const thumbnail = await makeThumbnail(picture, options.thumbnailHeight);
    return { full: picture.full, thumbnail, extension: picture.extension };
  } catch (error) {
    throw error instanceof PictureRejected ? error : new DecodingFailed(error);
  }
}

/** Undefined if the picture has to be redrawn, for example because its structure is too odd to remove metadata from. */
function keepUnchanged(source: PictureSource, options: PictureOptions): FullPicture | undefined {
  const { bytes, format, metadata } = source;
  if (options.keepsCleanJpeg && isCleanJpeg(source)) return { full: bytes, extension: 'jpg', frames: 1 };
  if (format !== 'png' && format !== 'gif' && format !== 'webp') return undefined;
  if (format !== 'png' && !options.allowAnimated) return undefined;
  if (options.avatar || isRotated(metadata) || getLongestEdge(bytes, format, metadata) > maxEdge) return undefined;
  const frames = metadata.pages ?? 1;
  if (frames > 1) checkAnimation(metadata, frames, options.thumbnailHeight);
  const full = removeMetadata(bytes, format);
  return full && { full, extension: format, frames };
}

function isCleanJpeg({ format, metadata }: PictureSource): boolean {
  const { width, height, exif, xmp, iptc, icc, comments } = metadata;
  const isClean = [exif, xmp, iptc, icc, comments].every((part) => part === undefined || part.length === 0);
  return format === 'jpeg' && isClean && !isRotated(metadata) && Math.max(width, height) <= maxEdge;
}

function isRotated({ orientation = 1 }: Metadata): boolean {
  return orientation !== 1;
}

function getLongestEdge(bytes: Buffer, format: string, { width, height }: Metadata): number {
  // The library ignores an implausibly large GIF canvas, but devices that show the file would allocate it.
  const canvas = format === 'gif' ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : [];
  return Math.max(width, height, ...canvas);
}

function checkAnimation({ width, height }: Metadata, frames: number, thumbnailHeight: number): void {
  const thumbnailPixels = (thumbnailHeight ** 2 * width) / height;
  if (frames * (width * height + 10 * thumbnailPixels) <= maxAnimationWork) return;
  throw new PictureRejected(`This animation has too many frames (${frames}) for its size. Use a shorter one.`);
}

async function encodeAsJpeg({ bytes, metadata }: PictureSource, avatar: boolean): Promise<FullPicture> {
  // Fitting, rather than cropping first, lets JPEG and WebP be decoded at a smaller size.
  const edge = avatar ? Math.min(maxEdge, metadata.width, metadata.height) : maxEdge;
  const fitted = sharp(bytes, readOptions)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: avatar ? 'cover' : 'inside', withoutEnlargement: true });
  return { full: await encode(fitted, 'jpg'), extension: 'jpg', frames: 1 };
}

/** Animations always get this height, still pictures are never enlarged. Decodes all of what stays unchanged. */
function makeThumbnail({ full, extension, frames }: FullPicture, height: number): Promise<Buffer> {
  const animated = frames > 1;
  const read = animated ? { ...readOptions, animated, limitInputPixels: maxAnimationWork } : readOptions;
  return encode(sharp(full, read).resize({ height, withoutEnlargement: !animated }), extension);
}

async function encode(picture: Sharp, extension: ProcessedPicture['extension']): Promise<Buffer> {
  const warnings: string[] = [];
  picture.on('warning', (warning: string) => warnings.push(warning));
  const encoded = await setOutputFormat(picture, extension).toBuffer();
  // If its memory runs out midway, the library may paint the rest black and only warn.
  const failure = warnings.find((warning) => /memory|error in tile/i.test(warning));
  if (failure !== undefined) throw new Error(failure);
  return encoded;
}

function setOutputFormat(picture: Sharp, extension: ProcessedPicture['extension']): Sharp {
  switch (extension) {
    case 'png':
      return picture.png();
    case 'webp':
      return picture.webp({ quality: jpegQuality, effort: 2 });
    case 'gif':
      return picture.gif({ keepDuplicateFrames: true, effort: 1 });
    case 'jpg':
      return picture.flatten({ background: 'white' }).jpeg({ quality: jpegQuality });
  }
}
