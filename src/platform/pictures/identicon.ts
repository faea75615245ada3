import { createHash } from 'node:crypto';
import { encodePng } from './png.ts';

const cells = 5;
const cellPixels = 8;
const edge = cells * cellPixels;

/**
 * The picture of an account that has none: a PNG of 40 x 40 pixels with 5 x 5 cells mirrored left to right, one dark
 * colour on a light one. Both and the pattern come from the id alone, in any letter case (core rule 113). Nothing here
 * may ever change: clients keep these pictures under an ETag that never does.
 */
export function drawIdenticon(id: string): Buffer {
  const digest = createHash('sha256').update(id.toLowerCase()).digest();
  const pattern = digest.readUInt16BE(0);
  const light = chooseColour(digest.readUInt16BE(2) % 360, 0.6, 0.88);
  const dark = chooseColour(digest.readUInt16BE(4) % 360, 0.6, 0.28);
  const rows = Array.from({ length: cells }, (_, row) => drawCellRow(pattern >> (row * 3)));
  return encodePng({
    width: edge,
    height: edge,
    bitDepth: 1,
    colours: 'palette',
    palette: Uint8Array.from([...light, ...dark]),
    rows: Uint8Array.from(rows.flat()),
  });
}

/** The pixel rows of one row of cells. A cell is eight pixels wide, so at one bit per pixel it is exactly one byte. */
function drawCellRow(bits: number): number[] {
  const cell = (bit: number) => ((bits >> bit) & 1 ? 0xff : 0);
  const row = [0, cell(0), cell(1), cell(2), cell(1), cell(0)];
  return Array.from({ length: cellPixels }, () => row).flat();
}

/** Hue in degrees, saturation and lightness from 0 to 1, to red, green and blue bytes. */
function chooseColour(hue: number, saturation: number, lightness: number): number[] {
  const swing = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  });
}
