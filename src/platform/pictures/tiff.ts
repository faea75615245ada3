const short = 3;
const long = 4;
const bytes = 7;

export interface TiffLayout {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, and perhaps alpha; one byte each. */
  readonly channels: 3 | 4;
  /** ICC profile of the colours; sRGB without one. */
  readonly profile?: Uint8Array | undefined;
}

export interface TiffFile {
  readonly file: Buffer;
  /** The part of the file that holds the rows from the top, without gaps; zero until it is filled in. */
  readonly pixels: Buffer;
}

/**
 * Lays out an uncompressed TIFF: the form in which decoded pixels go to the picture library together with a colour
 * profile. Its pixels are to be filled in place, so that a large picture is in memory only once.
 */
export function layOutTiff({ width, height, channels, profile = new Uint8Array() }: TiffLayout): TiffFile {
  const pixelBytes = width * height * channels;
  const entryCount = 9 + (channels === 4 ? 1 : 0) + (profile.length > 0 ? 1 : 0);
  const bitsAt = 8 + 2 + entryCount * 12 + 4;
  const profileAt = bitsAt + 8;
  const pixelsAt = profileAt + profile.length;
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, bitsAt],
    [259, short, 1, 1], // no compression
    [262, short, 1, 2], // red, green, blue
    [273, long, 1, pixelsAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, pixelBytes],
    ...(channels === 4 ? [[338, short, 1, 2]] : []), // alpha that the colours are not multiplied with
    ...(profile.length > 0 ? [[34675, bytes, profile.length, profileAt]] : []),
  ];
  // Of its own memory, so that a thread can hand it over.
  const file = Buffer.from(new ArrayBuffer(pixelsAt + pixelBytes));
  file.write('II*\0\b\0\0\0', 'latin1');
  file.writeUInt16LE(entryCount, 8);
  for (const [index, entry] of entries.entries()) writeEntry(file, 10 + index * 12, entry);
  for (let channel = 0; channel < channels; channel += 1) file.writeUInt16LE(8, bitsAt + channel * 2);
  file.set(profile, profileAt);
  return { file, pixels: file.subarray(pixelsAt) };
}

function writeEntry(file: Buffer, at: number, [tag = 0, type = 0, count = 0, value = 0]: readonly number[]): void {
  file.writeUInt16LE(tag, at);
  file.writeUInt16LE(type, at + 2);
  file.writeUInt32LE(count, at + 4);
  file.writeUInt32LE(value, at + 8);
}
