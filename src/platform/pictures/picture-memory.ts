import { createLimiter } from '../limiter.ts';
import { PictureRejected } from './picture-rejected.ts';
import type { PictureFacts } from './picture-source.ts';

const megabyte = 1_000_000;
/** What one picture needs that is decoded row by row. */
const ordinary = 40 * megabyte;
/** From here on a picture waits until no other of its kind is being decoded. */
const heavy = 120 * megabyte;
/** More than this is rejected: beside it the whole process must fit into 700 MB. */
const max = 400 * megabyte;

const heavyPictures = createLimiter('large pictures', { maxRunning: () => 1, maxWaiting: Number.POSITIVE_INFINITY });

/**
 * Runs `decode` so that pictures together stay within bounds: those that must be held whole in memory go one after the
 * other. Throws PictureRejected for one that would need too much by itself.
 */
export function withinMemory<Result>(metadata: PictureFacts, decode: () => Promise<Result>): Promise<Result> {
  const needed = memoryNeeded(metadata);
  if (needed > max) {
    throw new PictureRejected(
      'This picture needs too much memory to open. Please send it smaller, or as an ordinary JPEG.',
    );
  }
  return needed > heavy ? heavyPictures.run(decode) : decode();
}

/** Bytes that decoding takes at its peak, as measured. Ordinary JPEG and PNG need the same whatever their size. */
function memoryNeeded(metadata: PictureFacts): number {
  return ordinary + metadata.width * metadata.height * bytesPerPixel(metadata);
}

function bytesPerPixel(metadata: PictureFacts): number {
  const sampleBytes = metadata.depth === 'uchar' ? 1 : metadata.depth === 'ushort' ? 2 : 4;
  const packed = metadata.channels * sampleBytes;
  switch (metadata.format) {
    case 'jpeg':
      if (!metadata.isProgressive) return 0;
      return metadata.chromaSubsampling === '4:2:0' ? 3.5 : metadata.channels * 2.1;
    case 'png':
      return metadata.isProgressive ? packed * 1.2 : 0;
    case 'tiff':
      return packed * 1.5;
    case 'webp':
      return 4;
    case 'gif':
      return 5;
    case 'jxl':
      return 15;
    default:
      return metadata.compression === 'hevc' ? 12 : 17.5;
  }
}
