import { initSync, JxlImage } from 'jxl-oxide-wasm';

/** In pixels, upright. */
export interface Measures {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a JPEG XL picture from its head. Throws on whatever is wrong with that. */
export function measureJxl(library: Uint8Array, bytes: Uint8Array): Measures {
  const { width, height } = open(library, bytes);
  return { width, height };
}

/**
 * Decodes the first frame of a JPEG XL picture upright into PNG files of at most so many rows each, from the top: the
 * fewer rows, the less memory it takes. Meant for a thread of its own, like `decodeHeic`. Throws on whatever is wrong
 * with the file.
 */
export function decodeJxl(library: Uint8Array, bytes: Uint8Array, maxRows: number): Uint8Array[] {
  const { picture, width, height } = open(library, bytes);
  if (!picture.loaded) throw new Error('the file stops in the middle');
  const strips: Uint8Array[] = [];
  for (let top = 0; top < height; top += maxRows) {
    picture.renderingRegion = { left: 0, top, width, height: Math.min(maxRows, height - top) };
    strips.push(picture.render().encodeToPng());
  }
  return strips;
}

function open(library: Uint8Array, bytes: Uint8Array): Measures & { readonly picture: JxlImage } {
  initSync({ module: library });
  const picture = new JxlImage();
  picture.forceSrgb = true;
  picture.feedBytes(bytes);
  picture.tryInit();
  const { width, height } = picture;
  if (width === undefined || height === undefined) throw new Error('the file stops before its size');
  return { picture, width, height };
}
