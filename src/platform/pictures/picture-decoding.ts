import sharp from 'sharp';
import { createLimiter } from '../limiter.ts';
import { askDecoder } from './decoder-thread.ts';
import type { Measures } from './jxl-decoder.ts';
import { PictureRejected, tooSlow } from './picture-rejected.ts';
import type { PictureSource } from './picture-source.ts';
import { layOutTiff } from './tiff.ts';

/** Milliseconds for one picture, without the time it waits. */
const maxWork = 30_000;
/** Of a JPEG XL picture, so that a photo needs a third of the memory. */
const rowsAtOnce = 512;

const oneByOne = createLimiter('pictures to be decoded', { maxRunning: () => 1, maxWaiting: Number.POSITIVE_INFINITY });

/** Size of a JPEG XL picture, upright, read from its head. Throws PictureRejected. */
export function measuresOfJxl(bytes: Buffer): Promise<Measures> {
  return inTime('JPEG XL', (signal) => askDecoder('measure JPEG XL', { bytes }, signal));
}

/**
 * The same picture in a form that the picture library can read: HEIC and JPEG XL, for which it lacks decoders, become
 * upright TIFF, one after the other. Throws PictureRejected.
 */
export async function readable(source: PictureSource): Promise<PictureSource> {
  const { bytes, metadata } = source;
  if (metadata.compression === 'hevc') {
    const input = { bytes, profile: metadata.icc };
    const tiff = await inTime('HEIC', (signal) => askDecoder('decode HEIC', input, signal));
    return { ...source, bytes: Buffer.from(tiff.buffer, tiff.byteOffset, tiff.length) };
  }
  if (metadata.format === 'jxl') {
    return { ...source, bytes: await inTime('JPEG XL', (signal) => decodeJxl(bytes, metadata, signal)) };
  }
  return source;
}

async function decodeJxl(bytes: Buffer, measures: Measures, signal: AbortSignal): Promise<Buffer> {
  const decode = (maxRows: number) => askDecoder('decode JPEG XL', { bytes, maxRows }, signal);
  try {
    return await joined(await decode(rowsAtOnce), measures);
  } catch (error) {
    // The decoder crashes over parts of some pictures that it decodes as a whole, such as many with soft transparency.
    if (!(error instanceof Error) || error.name !== 'RuntimeError') throw error;
    return joined(await decode(measures.height), measures);
  }
}

/** Strips of a picture, from the top, in screen colours and in one file. */
async function joined([first, ...others]: Uint8Array[], { width, height }: Measures): Promise<Buffer> {
  const { data, info } = await pixelsOf(first);
  const { file, pixels } = layOutTiff({ width, height, channels: info.channels === 4 ? 4 : 3 });
  pixels.set(data);
  let filled = data.length;
  for (const strip of others) {
    const { data } = await pixelsOf(strip);
    pixels.set(data, filled);
    filled += data.length;
  }
  return file;
}

function pixelsOf(strip: Uint8Array | undefined) {
  return sharp(strip).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** Lets a decoder work when it is its turn; whatever it stumbles over is a fault of the file. */
function inTime<Result>(format: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return oneByOne.run(async () => {
    const signal = AbortSignal.timeout(maxWork);
    try {
      return await work(signal);
    } catch (error) {
      if (signal.aborted) throw tooSlow(error);
      const sentence = `This ${format} picture is damaged, or too large to be read here. Please send it as JPEG.`;
      throw new PictureRejected(sentence, { cause: error });
    }
  });
}
