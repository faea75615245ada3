import { createHash } from 'node:crypto';
import sharp from 'sharp';

const cells = 5;
const edge = 40;

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Returns the default picture of an account: a PNG of 40 x 40 pixels with 5 x 5 cells mirrored left to right, one dark
 * colour on a light one. Colours and pattern depend only on the id, in any letter case (core rule 113). The pixels must
 * never change, because clients cache these pictures under a constant ETag.
 */
export function drawIdenticon(id: string): Promise<Buffer> {
  const digest = createHash('sha256').update(id.toLowerCase()).digest();
  const pattern = digest.readUInt16BE(0);
  const light = chooseColour(digest.readUInt16BE(2) % 360, 0.6, 0.88);
  const dark = chooseColour(digest.readUInt16BE(4) % 360, 0.6, 0.28);
  const isDark = (row: number, column: number) => (pattern >> (row * 3 + Math.min(column, cells - 1 - column))) & 1;
  const pixels = Array.from({ length: cells ** 2 }, (_, cell) =>
    isDark(Math.floor(cell / cells), cell % cells) ? dark : light,
  );
  return sharp(Buffer.from(pixels.flat()), { raw: { width: cells, height: cells, channels: 3 } })
    .resize(edge, edge, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

/** Converts hue in degrees, saturation and lightness from 0 to 1, to red, green and blue from 0 to 255. */
function chooseColour(hue: number, saturation: number, lightness: number): Colour {
  const swing = saturation * Math.min(lightness, 1 - lightness);
  const mix = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return [mix(0), mix(8), mix(4)];
}
