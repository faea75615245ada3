import QRCode from 'qrcode';
import { PictureRejected } from './picture-rejected.ts';
import { encodePng } from './png.ts';

const edge = 400;
/** White modules that readers need on each side. */
const quietZone = 4;
/** The most characters any QR code holds, all of them digits. Asked first, because laying out a longer text costs time. */
const maxCharacters = 7089;

/**
 * A PNG of 400 x 400 pixels with `text` as a QR code (core rule 114). Throws PictureRejected for an empty text and for
 * one that is too long. The modules are drawn here in whole pixels, because the package's own drawing stretches them and
 * for two of the forty sizes misses the 400 pixels by one.
 */
export async function drawQrCode(text: string): Promise<Buffer> {
  const modules = layOut(text);
  const scale = Math.floor(edge / (modules.size + 2 * quietZone));
  const margin = Math.floor((edge - modules.size * scale) / 2);
  const rowLength = 1 + edge / 8;
  const rows = Buffer.alloc(edge * rowLength);
  for (let y = 0; y < modules.size * scale; y += 1) {
    for (let x = 0; x < modules.size * scale; x += 1) {
      if (!modules.get(Math.floor(y / scale), Math.floor(x / scale))) continue;
      const index = (margin + y) * rowLength + 1 + ((margin + x) >> 3);
      rows[index] = (rows[index] ?? 0) | (0x80 >> ((margin + x) & 7));
    }
  }
  const palette = Uint8Array.from([255, 255, 255, 0, 0, 0]);
  return encodePng({ width: edge, height: edge, bitDepth: 1, colours: 'palette', palette, rows }, 9);
}

function layOut(text: string): QRCode.BitMatrix {
  if (text === '') throw new PictureRejected('There is no text to turn into a QR code.');
  if (text.length > maxCharacters) throw tooLong();
  try {
    // The lowest correction level holds most and keeps the modules large, which serves screens, where nothing gets torn.
    return QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  } catch (error) {
    throw tooLong(error);
  }
}

function tooLong(cause?: unknown): PictureRejected {
  return new PictureRejected('The text is too long for a QR code.', { cause });
}
