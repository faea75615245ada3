import QRCode from 'qrcode';
import sharp from 'sharp';

const edge = 400;
/** White modules that readers need on each side. */
const quietZone = 4;
const [black, white] = [0, 255];

/**
 * Returns `text` as a QR code, a PNG of 400 x 400 pixels (core rule 114). Throws for an empty text and for one that's
 * too long. Modules are a whole number of pixels wide. The package's own rendering stretches them, and is off by a pixel
 * for two of the forty sizes.
 */
export function drawQrCode(text: string): Promise<Buffer> {
  // The lowest correction level has the most capacity and the largest modules, which suits screens, where nothing gets
  // torn.
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  const drawn = size * Math.floor(edge / (size + 2 * quietZone));
  const start = Math.floor((edge - drawn) / 2);
  const end = edge - drawn - start;
  const pixels = Buffer.from(data).map((isBlack) => (isBlack ? black : white));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(drawn, drawn, { kernel: 'nearest' })
    .extend({ top: start, left: start, bottom: end, right: end, background: 'white' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer();
}
